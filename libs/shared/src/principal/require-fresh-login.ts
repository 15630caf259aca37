import { forbidden } from '../errors/raise.ts';
import type { Principal } from './principal.ts';

/** Age up to which a log-in is recent, in milliseconds. */
const freshMs = 15 * 60_000;

/**
 * Operations that need a recent log-in of a caller with a session. They create, widen or show a credential, or export
 * data in bulk. `always`: the guard checks it for each request. `sometimes`: the operation checks it for the requests
 * that widen a key or redirect events. `as_table`: the guard checks it for the requests that export a list as CSV.
 */
const freshLogins: Readonly<Record<string, 'always' | 'sometimes' | 'as_table'>> = {
  createApiKey: 'always',
  rotateApiKey: 'always',
  rotateOwnApiKey: 'always',
  updateApiKey: 'sometimes',
  createControllerKey: 'always',
  createWebhookEndpoint: 'always',
  updateWebhookEndpoint: 'sometimes',
  rotateWebhookSecret: 'always',
  exportAuditRecords: 'always',
  exportUserData: 'always',
  listProperties: 'as_table',
  listUnits: 'as_table',
  listUsers: 'as_table',
  listInvites: 'as_table',
  listCalls: 'as_table',
  listAccessEvents: 'as_table',
  listDevices: 'as_table',
  listPasses: 'as_table',
};

/** The names of the operations that need a recent log-in, for all or some of their requests. */
export const freshLoginOperations: readonly string[] = Object.keys(freshLogins);

/** Returns which requests of an operation need a recent log-in of a caller with a session. */
export function freshLoginOf(operationId: string): 'always' | 'sometimes' | 'as_table' | 'never' {
  return freshLogins[operationId] ?? 'never';
}

/**
 * Requires a recent log-in of a caller with a session. Keys and tokens have no log-in and pass.
 *
 * @throws forbidden (`login_too_old`)
 */
export function requireFreshLogin({ kind, sessionId, authenticatedAt }: Principal): void {
  if (kind !== 'staff' || sessionId === null) return;
  if (authenticatedAt && Date.now() - authenticatedAt.getTime() <= freshMs) return;
  throw forbidden('login_too_old', 'This needs a log-in of the last 15 minutes. Log in again.');
}
