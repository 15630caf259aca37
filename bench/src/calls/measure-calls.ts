import { waitUntil } from '@pas/testing/wait-until';
import { perUnit, sum } from '../measure/cpu-times.ts';
import { latencyOf, type Latency } from '../measure/percentile.ts';
import { startMeter, withoutIdle, type MeterSubjects, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { isAllSealed, isReceiptWaiting } from '../system/watch-events.ts';
import type { Home } from './building.ts';
import { callbacks, playCall, type CallbackAnswer, type Callback, type Receiver } from './play-call.ts';

/** Cost of calls. */
export interface CallCosts {
  receiver: 'system' | 'plain program';
  /** Whole calls played, and callbacks not answered 200. */
  calls: number;
  failures: number;
  /** Concurrent calls. */
  callers: number;
  /** Time until a callback is answered. */
  latencies: Readonly<Record<Callback, Latency>>;
  /**
   * Per whole call, until all its effects are stored: processor time by process in milliseconds, commands to
   * mongod.
   */
  cpuMs: Record<string, number>;
  commands: Record<string, number>;
  /** Processor time of the processes on the path of a callback, and all commands. */
  total: { cpuMs: number; commands: number };
}

interface Bench {
  system: BenchSystem;
  metered: MeterSubjects;
  idle: Usage;
}

const maxMs = 300_000;

/** Whether every receipt is processed and every event published and sealed. */
const isSettled = async (system: BenchSystem): Promise<boolean> =>
  !(await isReceiptWaiting(system)) && isAllSealed(system);

function latenciesOf(answered: readonly CallbackAnswer[]): CallCosts['latencies'] {
  const latencies = callbacks.map((callback) => {
    const answers = answered.filter((each) => each.callback === callback);
    return [callback, latencyOf(answers.map(({ ms }) => ms))] as const;
  });
  return Object.fromEntries(latencies) as Record<Callback, Latency>;
}

/** Commands of the workload, without monitoring and sessions. */
const statements = ['find', 'aggregate', 'insert', 'update', 'findAndModify', 'delete', 'commitTransaction'];

/** Plays whole calls: each caller at a home of its own, one call after the other. */
export async function measureCalls(
  { system, metered, idle }: Bench,
  asked: { receiver: CallCosts['receiver']; at: Receiver; homes: readonly Home[]; callsEach: number },
): Promise<CallCosts> {
  const { receiver, at, homes, callsEach } = asked;
  const endMeter = await startMeter(metered);
  const played = await Promise.all(
    homes.map(async (home) => {
      const answered: CallbackAnswer[] = [];
      for (let count = 0; count < callsEach; count += 1) answered.push(...(await playCall(at, home)));
      return answered;
    }),
  );
  await waitUntil(() => isSettled(system), {
    what: 'the calls to be settled',
    timeoutMs: maxMs,
    everyMs: 250,
  });
  const usage = withoutIdle(await endMeter(), idle);
  const answered = played.flat();
  const calls = homes.length * callsEach;
  const [cpuMs, commands] = [perUnit(usage.cpuMs, calls), perUnit(usage.commands, calls)];
  const onTheWay =
    receiver === 'system' ? ['webhook-gateway', 'webhooks-1', 'mongod'] : ['plain program', 'mongod'];
  return {
    receiver,
    calls,
    failures: answered.filter(({ status }) => status !== 200).length,
    callers: homes.length,
    latencies: latenciesOf(answered),
    cpuMs,
    commands,
    total: { cpuMs: sum(cpuMs, onTheWay), commands: sum(commands, statements) },
  };
}
