import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { formatLatency, latencyOf, type Latency } from '../measure/percentile.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { sendRequest } from '../measure/send-request.ts';
import { addNumber, ask, makeProperty } from '../system/admin-api.ts';
import { signPeopleUp } from '../system/people.ts';
import { restartServices } from '../system/restart-services.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';

/** Simultaneous calls of each burst; each rings four devices. */
const defaultBursts = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10, 50, 100] as const;

/** Result of bursts of one size. Latencies are from the recorded start of a call to the arrival of its message. */
interface BurstFigures extends Latency {
  calls: number;
  /** Expected and arrived messages. */
  due: number;
  arrived: number;
}

/** Figures of a run. */
export interface PushFigures extends JudgedFigures {
  pushed: BurstFigures[];
}

/** The devices of the resident, by their push service. */
const devices = ['FCM', 'FCM', 'APNS', 'APNS'] as const;

/** Duration of a second of a played call, and the longest wait for messages. In milliseconds. */
const [secondMs, waitMs] = [200, 30_000];

interface RungHome {
  system: BenchSystem;
  number: string;
}

/** Creates a home with a number, and a resident with four devices. */
async function openHome(system: BenchSystem): Promise<RungHome> {
  const { propertyId } = await makeProperty(system, 'Push House');
  const [resident] = await signPeopleUp(system, propertyId, 1);
  if (!resident) throw new Error('The home has no resident.');
  const number = '+16465550142';
  const { unitId, userId, token } = resident;
  // Sets a verified phone directly: a call without one ends before a message can arrive.
  const phone = '+16465550143';
  await system.core
    .collection<{ _id: string }>('users')
    .updateOne({ _id: userId }, { $set: { phone, verifiedPhone: phone } });
  await addNumber(system, number, unitId);
  const headers = { authorization: `Bearer ${token}` };
  for (const [index, provider] of devices.entries()) {
    const body = { provider, token: `bench-push-${index}`, installationId: `bench-${index}` };
    await ask({ url: `${system.local.gatewayUrl}/devices`, headers, body });
  }
  return { system, number };
}

interface PushedMessage {
  at: string;
  data: { callId?: string; kind?: string };
}

/** Returns the times from the start of each call to the arrival of each of its messages. */
async function readLatencies({ system }: RungHome, from: readonly string[]): Promise<number[]> {
  const url = `${system.local.sandboxUrl}/push/messages`;
  const { messages } = await ask<{ messages: PushedMessage[] }>({ url, headers: {} });
  const calls = await system.core
    .collection<{ _id: string; fromNumber: string; startedAt: Date }>('calls')
    .find({ fromNumber: { $in: [...from] } }, { projection: { startedAt: 1 } })
    .toArray();
  const startedAt = new Map(calls.map((call) => [call._id, call.startedAt.getTime()]));
  return messages.flatMap(({ at, data }) => {
    const start = startedAt.get(data.callId ?? '');
    return data.kind === 'call' && start !== undefined ? [Date.parse(at) - start] : [];
  });
}

/** Starts calls at once, and waits until their messages have arrived or the wait ends. */
async function measureBurst(home: RungHome, size: number, numbers: () => string): Promise<number[]> {
  const { sandboxUrl } = home.system.local;
  const from = Array.from({ length: size }, numbers);
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  await Promise.all(
    from.map(async (number) => {
      const body = { from: number, to: home.number, secondMs };
      await sendRequest(agent, { url: `${sandboxUrl}/telephony/calls`, headers: {}, body }, waitMs);
    }),
  );
  agent.destroy();
  for (;;) {
    const latencies = await readLatencies(home, from);
    const isOver = latencies.length >= size * devices.length || performance.now() - start > waitMs;
    if (isOver) return latencies;
    await pause(200);
  }
}

/** Returns a function that makes unused numbers of callers. */
function freshNumbers(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `+1212555${String(made).padStart(4, '0')}`;
  };
}

/** Measures the delay from a call to the push messages of a resident's devices, on a running system. */
export async function measurePush(system: BenchSystem, bursts: readonly number[]): Promise<PushFigures> {
  const home = await openHome(system);
  const numbers = freshNumbers();
  await measureBurst(home, 1, numbers);
  const measured: { calls: number; latencies: number[] }[] = [];
  for (const calls of bursts) measured.push({ calls, latencies: await measureBurst(home, calls, numbers) });
  const pushed = [...Map.groupBy(measured, ({ calls }) => calls)].map(([calls, same]): BurstFigures => {
    const latencies = same.flatMap((burst) => burst.latencies);
    const due = same.length * calls * devices.length;
    return { calls, due, arrived: latencies.length, ...latencyOf(latencies) };
  });
  return { pushed };
}

/** All calls ring one unit, so its limit of concurrent calls is raised. */
const limits = { CALLS_PER_UNIT: '1000', CALLS_PER_NUMBER: '1000', CALLS_PER_TENANT: '1000' };

/** Formats the figures of a run. */
export const formatPush = ({ pushed }: PushFigures): string[] => [
  formatTable<BurstFigures>(
    [
      ['calls at once, four devices each', ({ calls }) => calls, 0],
      ['arrived', ({ arrived, due }) => `${arrived} of ${due}`],
      ['p50 · p99 from the start, ms', formatLatency],
    ],
    pushed,
  ),
];

export const push = defineProgram({
  summary: 'delay from a call to its push messages, for 1 to 100 simultaneous calls',
  defaults: {},
  measure: () =>
    onSystem(async (system) => {
      await restartServices(system, (plan) => ({ ...plan, env: { ...plan.env, ...limits } }));
      return measurePush(system, defaultBursts);
    }),
  format: formatPush,
});
