import { AgentError } from '../calls/agent-error.ts';
import type { AgentSession } from '../calls/agent-session.ts';
import { runCall } from '../calls/run-call.ts';
import type { OperationCall } from '../calls/split-arguments.ts';
import type { Proposal } from './pending-plans.ts';

type ApiPlan = Omit<Proposal, 'expiresAt'> & { expiresAt: string };

/** Finds the plan in an answer: the API wraps it, and the client may unwrap it. */
const findPlan = (data: unknown): Partial<ApiPlan> => {
  const body = (data ?? {}) as { plan?: Partial<ApiPlan> } & Partial<ApiPlan>;
  return body.plan ?? body;
};

/**
 * Asks the API for the plan of a call (`?dryRun=true`).
 *
 * @throws AgentError (`no_plan`) for an answer without a plan, ApiError
 */
export async function readPlan(session: AgentSession, call: OperationCall): Promise<Proposal> {
  const { data } = await runCall(session, { ...call, query: { ...call.query, dryRun: true } });
  const { hash, effects, expiresAt } = findPlan(data);
  if (hash === undefined || effects === undefined || expiresAt === undefined)
    throw new AgentError('no_plan', `${call.operation.name} answered no plan, so it cannot run.`);
  return { hash, effects, expiresAt: new Date(expiresAt) };
}
