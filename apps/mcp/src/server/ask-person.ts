import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { redact } from '../answers/redact.ts';
import type { Confirmation } from '../plans/commit-plan.ts';
import type { PendingPlan } from '../plans/pending-plans.ts';

const answerMs = 5 * 60_000;
const maxMessage = 2000;

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
 * Makes the question to the person before a plan runs. A client with elicitation asks in its own window, so that no
 * model can answer. Other clients ask before they call a tool with `destructiveHint`.
 */
export function confirmationBy(server: Server, requestId: string | number): Confirmation {
  return async (plan) => {
    if (!server.getClientCapabilities()?.elicitation) return true;
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
