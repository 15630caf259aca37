import type { Answer } from '@pas/client';
import { AgentError } from '../calls/agent-error.ts';
import type { AgentSession } from '../calls/agent-session.ts';
import { runCall } from '../calls/run-call.ts';
import type { OperationCall } from '../calls/split-arguments.ts';
import type { PendingPlan } from './pending-plans.ts';
import { proposePlan } from './propose-plan.ts';

/** Asks the person whether a plan may run. Returns true if the operator trusts the client to ask. */
export type Confirmation = (plan: PendingPlan) => Promise<boolean>;

/** Returns the call of a plan, bound to the effects that were shown. */
function boundCall({ call, hash, effects }: PendingPlan): OperationCall {
  if (call.operation.hasPlan) return { ...call, query: { ...call.query, plan: hash } };
  if (call.operation.name !== 'commitImport') return call;
  const [shown] = (effects[0]?.examples ?? []) as { planHash?: string }[];
  return { ...call, body: { ...call.body, planHash: shown?.planHash } };
}

/**
 * Executes a plan that the person has confirmed, once. The API compares its own plans within the transaction; the
 * effects of the others are read again and compared here.
 *
 * @throws AgentError (`plan_unknown`, `plan_declined`, `plan_changed`, `confirmation_unavailable`), ApiError
 */
export async function commitPlan(
  session: AgentSession,
  hash: string,
  confirm: Confirmation,
): Promise<{ plan: PendingPlan; answer: Answer<unknown> }> {
  const plan = session.plans.take(hash, new Date());
  if (!plan) throw new AgentError('plan_unknown', 'No plan has this hash any more. Ask for a new plan.');
  if (!(await confirm(plan))) throw new AgentError('plan_declined', 'The person has declined the plan.');
  if (!plan.call.operation.hasPlan) {
    const now = await proposePlan(session, plan.call);
    if (now.hash !== hash)
      throw new AgentError('plan_changed', 'The effects have changed. Ask for a new plan and show it again.');
  }
  return { plan, answer: await runCall(session, boundCall(plan)) };
}
