import type { Request, Response } from 'express';
import type { Client } from '../client.ts';
import type { Caller } from './caller.ts';
import { announceRetirement } from './key-retirement.ts';
import type { KeyUse } from './record-key-use.ts';

/** A request of a verified caller, with its answer to come. */
interface Visit {
  request: Request;
  response: Response;
  client: Client;
}

/** The longest part of a user agent that is kept. */
const maxUserAgent = 256;

/** Counts a request by its key, and announces the end of a key that has a successor. Other callers are not counted. */
export function observeKeyUse(use: KeyUse, caller: Caller, { request, response, client }: Visit): void {
  const { principal, retirement } = caller;
  if (caller.kind !== 'api_key' || principal.id === null) return;
  if (retirement) announceRetirement(response, retirement);
  const key = { id: principal.id, tenantId: principal.tenantId };
  const arrivedMs = Date.now();
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgent) ?? null;
  use.recordRequest(key, { address: client.address, userAgent }, arrivedMs);
  response.on('finish', () => use.recordAnswer(key, response.statusCode, arrivedMs));
}
