import type { HealthCheck } from '@pas/platform/health/readiness';
import { createCircuit, type Circuit } from './circuit.ts';
import type { Replica } from './replica.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';

/** The replicas of one service of one environment. */
export interface Upstream {
  /** `<service>@<environment>`: the audience of assertions for it, and its name in health and logs. */
  readonly audience: string;
  readonly replicas: readonly Replica[];
  /**
   * Chooses a replica in turn, without tried and ending ones. Unready replicas come last. Replicas that have just refused
   * an assertion come after the other ready ones.
   */
  choose(tried: readonly Replica[]): Replica | undefined;
  /** Chooses the next ready replica that was not tried; undefined without one. */
  chooseServing(tried: readonly Replica[]): Replica | undefined;
  /** The budget of repeats at other replicas. */
  readonly budget: RetryBudget;
  /** The circuits of the route groups that lead to it. */
  readonly circuits: readonly Circuit[];
  /** Makes the circuit of one more route group. */
  addCircuit(prefix: string): Circuit;
}

const isPast = (time: number): boolean => time === 0 || time <= performance.now();

/** Whether a replica is ready, can be reached and accepts the gateway's assertions. */
export const isServing = ({ isReady, refusesUntil, outUntil }: Replica): boolean =>
  isReady && isPast(refusesUntil) && isPast(outUntil);

/**
 * Groups the replicas of a service. If none is ready, the request is sent all the same. A service without its database
 * answers more exactly than the gateway could, and a dead one refuses immediately. An ending replica gets nothing: it
 * could cut a request off, and its result would be unknown.
 */
export function createUpstream(
  audience: string,
  replicas: readonly Replica[],
  report: (prefix: string, isOpen: boolean) => void = () => undefined,
): Upstream {
  const circuits: Circuit[] = [];
  const source = {
    replicas,
    isServing: () => replicas.some(isServing),
    isWithoutStore: () => replicas.length > 0 && replicas.every((replica) => replica.isWithoutStore),
    report,
  };
  let turn = 0;
  const inTurn = (isEligible: (replica: Replica) => boolean): Replica | undefined => {
    for (let step = 0; step < replicas.length; step += 1) {
      const replica = replicas[(turn + step) % replicas.length];
      if (!replica || !isEligible(replica)) continue;
      turn = (turn + step + 1) % replicas.length;
      return replica;
    }
    return undefined;
  };
  const chooseServing = (tried: readonly Replica[]): Replica | undefined =>
    inTurn((replica) => isServing(replica) && !tried.includes(replica));
  return {
    audience,
    replicas,
    budget: createRetryBudget(),
    circuits,
    addCircuit(prefix) {
      const circuit = createCircuit(prefix, source);
      circuits.push(circuit);
      return circuit;
    },
    chooseServing,
    choose: (tried) =>
      chooseServing(tried) ??
      inTurn((replica) => replica.isReady && !tried.includes(replica)) ??
      inTurn((replica) => !replica.isLeaving && !tried.includes(replica)),
  };
}

/**
 * Makes the health check of an upstream. An unavailable one only degrades the gateway, because the others still work.
 */
export function upstreamCheck({ audience, replicas, circuits }: Upstream): HealthCheck {
  return {
    name: audience,
    isCritical: false,
    check: () => {
      const open = circuits.filter(({ breaker }) => breaker.isOpen).map(({ prefix }) => prefix);
      if (open.length > 0) throw new Error(`no request below ${open.join(', ')} is answered`);
      const ready = replicas.filter(isServing).length;
      if (ready === replicas.length && ready > 0) return undefined;
      throw new Error(`${ready} of ${replicas.length} replicas are ready`);
    },
  };
}
