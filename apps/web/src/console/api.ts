import createClient from 'openapi-fetch';
import type { components, paths } from '../api/described/admin.ts';
import { noteConnection } from './connection.ts';
import { chosenEnvironment } from './environment.ts';

/** The entities of the Admin API by their names in its description. */
export type Entity<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * Sends a request in this tab's environment, and records whether the API answers and the session is valid.
 */
async function watchedFetch(request: Request): Promise<Response> {
  const environment = chosenEnvironment();
  if (environment !== null) request.headers.set('X-Admin-Env', environment);
  try {
    const response = await fetch(request);
    if (response.status === 401) noteConnection('signed-out');
    else noteConnection(response.status >= 502 ? 'away' : 'open');
    return response;
  } catch (fault) {
    if (!request.signal.aborted) noteConnection('away');
    throw fault;
  }
}

/**
 * The Admin API, by the session of the browser.
 *
 * The browser caches no answers: an ETag stays the same when only deliveries or times of last use change.
 */
export const api = createClient<paths>({ baseUrl: '/', cache: 'no-store', fetch: watchedFetch });

/**
 * Returns the live rows of a list. The type of a list includes tombstones, which only a synchronization
 * requests.
 */
export const liveRows = <Row extends { id: string }>(
  rows: readonly (Row | Entity<'Tombstone'>)[],
): Exclude<Row, Entity<'Tombstone'>>[] =>
  rows.filter((row): row is Exclude<Row, Entity<'Tombstone'>> => !('deletedAt' in row));

/** Returns an idempotency key: the request takes effect once, even when it is sent again. */
export const once = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } });
