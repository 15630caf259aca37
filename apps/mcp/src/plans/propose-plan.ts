import { AgentError } from '../calls/agent-error.ts';
import type { AgentSession } from '../calls/agent-session.ts';
import { hashOf, runCall } from '../calls/run-call.ts';
import type { OperationCall } from '../calls/split-arguments.ts';
import { canPlan, readOfTarget } from '../catalogue/needs-plan.ts';
import { bodyFields, operations } from '../catalogue/operation.ts';
import { readPlan } from './api-plan.ts';
import type { Effect, Proposal } from './pending-plans.ts';

/** Life of a plan whose hash this server makes, in milliseconds. */
const lifeMs = 15 * 60_000;

const isTime = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Copies a value without times: those of a dry run depend on the moment. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return isTime(value) ? null : value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTimes(each)]));
}

/** Returns the lists of a dry run's receipt as effects. */
function receiptEffects(receipt: Record<string, unknown>): Effect[] {
  const ended = Object.entries((receipt['ended'] ?? {}) as Record<string, unknown>);
  const lists = ended.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const { id: _id, ...summary } = receipt;
  return [
    { kind: 'residence ends', count: 1, examples: [summary] },
    ...lists.map(([kind, ids]) => ({ kind: `${kind} end`, count: ids.length, examples: ids.slice(0, 5) })),
  ];
}

async function dryRunEffects(session: AgentSession, call: OperationCall): Promise<Effect[]> {
  const { data } = await runCall(session, { ...call, body: { ...call.body, dryRun: true } });
  return receiptEffects(data as Record<string, unknown>);
}

async function targetEffects(session: AgentSession, call: OperationCall): Promise<Effect[]> {
  const name = readOfTarget[call.operation.name];
  const read = operations.find((each) => each.name === name);
  if (!read) return [];
  const { data } = await runCall(session, { ...call, operation: read, query: {}, body: null, reason: null });
  const { totals, name: label, planHash, id, status } = data as Record<string, unknown>;
  if (typeof totals !== 'object' || totals === null)
    return [{ kind: call.operation.summary, count: 1, examples: [{ id, name: label }] }];
  const counts = Object.entries(totals).filter(([, count]) => typeof count === 'number' && count > 0);
  return [
    { kind: call.operation.summary, count: 1, examples: [{ id, status, planHash }] },
    ...counts.map(([kind, count]): Effect => ({ kind, count: Number(count) })),
  ];
}

/**
 * Reads the effects that a call would have, and changes nothing.
 *
 * @throws AgentError (`no_plan`) for an operation whose effects cannot be shown, ApiError
 */
export async function proposePlan(session: AgentSession, call: OperationCall): Promise<Proposal> {
  const { operation, path, query, body } = call;
  if (!canPlan(operation))
    throw new AgentError('no_plan', `${operation.name} has no dry run, so an agent cannot run it.`);
  if (operation.hasPlan) return readPlan(session, call);
  const hasDryRun = 'dryRun' in bodyFields(operation);
  const effects = await (hasDryRun ? dryRunEffects(session, call) : targetEffects(session, call));
  return {
    hash: hashOf(operation.name, path, query, body, withoutTimes(effects)),
    effects,
    expiresAt: new Date(Date.now() + lifeMs),
  };
}
