import type { KeyObject } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Fault } from '../errors/fault.ts';
import { unauthenticated } from '../errors/raise.ts';
import { assertionHeader, openAssertion, type OpenedAssertion } from '../principal/assertion.ts';
import type { Principal } from '../principal/principal.ts';

export interface AuthenticateOptions {
  /** Who the assertion must be for, `<service>@<environment>`. */
  audience: string;
  publicKeys: ReadonlyMap<string, KeyObject>;
}

/** 401 in the same words whatever is wrong with the assertion; only the log tells what. */
const refusal = (detail: string): Fault =>
  unauthenticated('credentials_missing', 'Call this service through the gateway.', { detail });

/** Accepts a request only with the gateway's assertion for this service, and remembers whom it speaks of. */
export function authenticate({ audience, publicKeys }: AuthenticateOptions): RequestHandler {
  // The gateway sends one principal's assertion many times over; its signature is verified once.
  const verified = new LRUCache<string, OpenedAssertion>({ max: 10_000 });
  return async (request, response, next) => {
    const token = request.headers[assertionHeader];
    if (typeof token !== 'string') throw refusal('no assertion');
    let opened = verified.get(token);
    if (!opened || opened.expiresAt <= Date.now()) {
      try {
        opened = await openAssertion(token, audience, publicKeys);
      } catch (error) {
        throw refusal(error instanceof Error ? error.message : String(error));
      }
      verified.set(token, opened);
    }
    response.locals['principal'] = opened.principal;
    next();
  };
}

/** The principal of an authenticated request. */
export function principalOf(response: Response): Principal {
  return response.locals['principal'] as Principal;
}

/** The caller's address and program, as the gateway passes them on. */
export function clientOf(request: Request): { ip: string | null; userAgent: string | null } {
  const forwarded = request.headers['x-forwarded-for'];
  const ip = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined;
  return { ip: ip || null, userAgent: request.headers['user-agent']?.slice(0, 256) ?? null };
}
