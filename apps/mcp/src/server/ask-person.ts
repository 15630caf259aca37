import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { redact } from '../answers/redact.ts';
import { AgentError } from '../calls/agent-error.ts';
import type { AgentSession } from '../calls/agent-session.ts';
import type { Confirmation } from '../plans/commit-plan.ts';
import type { PendingPlan } from '../plans/pending-plans.ts';

const answerMs = 5 * 60_000;
const maxMessage = 2000;

const cannotAsk =
  'Nothing has changed: this client cannot ask its user (no elicitation). The user can make the change in the console, or use a client with elicitation. The operator of this server can set PAS_CONFIRM=host.';

/** Writes a plan as plain text of one screen. Values of records are quoted. */
function describePlan({ call, effects }: PendingPlan): string {
  const lines = effects.map(({ kind, count, examples = [] }) => {
    const shown =
      examples.length > 0 ? `: ${JSON.stringify(redact(examples, call.operation.secretFields))}` : '';
    return `- ${count} × ${kind}${shown}`;
  });
  const head = `${call.operation.summary} (${call.path.join(', ')})\nReason: ${JSON.stringify(call.reason)}`;
  return `${head}\n${lines.join('\n')}`.replaceAll(/[^\P{C}\n]/gu, ' ').slice(0, maxMessage);
}

/**
 * Creates the function that asks the person to confirm a plan before it runs. A client with elicitation asks in its
 * own window, so that no model can answer. The plan of another client runs only if the operator trusts its host to ask.
 *
 * @throws AgentError (`confirmation_unavailable`) for a client that cannot ask
 */
export function confirmationBy(
  { confirm }: AgentSession,
  server: Server,
  requestId: string | number,
): Confirmation {
  return async (plan) => {
    if (!server.getClientCapabilities()?.elicitation) {
      if (confirm === 'host') return true;
      throw new AgentError('confirmation_unavailable', cannotAsk);
    }
    const asked = {
      mode: 'form' as const,
      message: describePlan(plan),
      requestedSchema: {
        type: 'object' as const,
        properties: { execute: { type: 'boolean' as const, title: 'Execute this plan' } },
        required: ['execute'],
      },
    };
    const answer = await server.elicitInput(asked, { timeout: answerMs, relatedRequestId: requestId });
    return answer.action === 'accept' && answer.content?.['execute'] === true;
  };
}
