import { createAdminClient } from '@pas/client';
import type { AgentSession } from '../calls/agent-session.ts';
import { headerText } from '../calls/run-call.ts';
import { selectOperations, type Access } from '../catalogue/select-operations.ts';
import { PendingPlans } from '../plans/pending-plans.ts';

/** Settings of a session. */
export interface SessionSettings {
  id: string;
  /** Address of the gateway. */
  baseUrl: string;
  apiKey: string;
  access: Access;
  /** How the person confirms a plan. */
  confirm: AgentSession['confirm'];
  /** Environment of all calls; the gateway's default without it. */
  environment?: string | undefined;
  /** The person whom the agent serves, for the audit. Default: `agent`. */
  onBehalfOf?: string | undefined;
  /** Address of the agent's client, for limits and the audit; null over stdio. */
  address: string | null;
}

/**
 * Opens a session, and reads the permissions of the key once.
 *
 * @throws AuthenticationError for a key that does not work, RateLimitError, ServerError, ConnectionFailedError,
 *   DeadlineError
 */
export async function openSession(settings: SessionSettings): Promise<AgentSession> {
  const { id, baseUrl, apiKey, access, confirm, environment, onBehalfOf = 'agent', address } = settings;
  const client = createAdminClient({
    baseUrl,
    apiKey,
    // A header is one line.
    onBehalfOf: headerText(onBehalfOf.replaceAll(/\p{Cc}+/gu, ' ')),
    ...(environment !== undefined && { environment }),
    headers: address === null ? {} : { 'X-Forwarded-For': address },
  });
  const self = await client.auth.getSelf({}, { timeoutMs: 10_000, maxRetries: 1 });
  const operations = selectOperations(self, access);
  return {
    id,
    client,
    confirm,
    operations: new Map(operations.map((each) => [each.name, each])),
    plans: new PendingPlans(),
  };
}
