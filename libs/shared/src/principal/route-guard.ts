import type { KeyObject } from 'node:crypto';
import type { FieldProblem, Fault } from '@pas/platform/errors/fault';
import { unauthenticated } from '../errors/raise.ts';
import type { Caller } from '@pas/platform/context/operation-context';
import type { RouteGuard } from '@pas/platform/http/route-guard';
import { LRUCache } from 'lru-cache';
import {
  assertionHeader,
  openAssertion,
  refusedAssertion,
  refusedHeader,
  requireCurrent,
  type OpenedAssertion,
} from './assertion.ts';
import { isPlatform, type Principal, type RouteCallers } from './principal.ts';
import { requireAllProperties } from './require-all-properties.ts';
import { freshLoginOf, requireFreshLogin } from './require-fresh-login.ts';
import { requireScope } from './require-scope.ts';
import { onBehalfOfHeader, readStatedPurpose, reasonHeader } from './stated-purpose.ts';

export interface AcceptedAssertions {
  /** Required audience of the assertion, `<service>@<environment>`. */
  audience: string;
  publicKeys: ReadonlyMap<string, KeyObject>;
}

/**
 * Returns the same 401 for each fault of an assertion. Only the log has the reason. The header tells the gateway that
 * the caller is not at fault.
 */
const refusal = (detail: string): Fault =>
  unauthenticated('credentials_missing', 'Call this service through the gateway.', {
    detail,
    headers: { [refusedHeader]: refusedAssertion },
  });

const kindsByCallers: Record<RouteCallers, readonly Principal['kind'][] | null> = {
  none: null,
  admin: ['api_key', 'staff'],
  resident: ['resident'],
  controller: ['controller'],
};

function requireKind(principal: Principal, callers: RouteCallers): void {
  const kinds = kindsByCallers[callers];
  if (kinds === null || kinds.includes(principal.kind)) return;
  if (principal.kind === 'anonymous')
    throw unauthenticated('credentials_missing', 'Send credentials as Authorization: Bearer.');
  throw unauthenticated('token_invalid', 'This route does not accept these credentials.');
}

/** The most characters of assertions in memory. One with a thousand properties has 45,000. */
const maxCachedLength = 16 * 1024 * 1024;

/** Guards the routes of a service behind the gateway: it accepts the gateway's assertion for this service, nothing else. */
export function createRouteGuard({ audience, publicKeys }: AcceptedAssertions): RouteGuard {
  // The gateway reuses a principal's assertion. Its signature is verified once.
  const verified = new LRUCache<string, OpenedAssertion>({
    max: 10_000,
    maxSize: maxCachedLength,
    sizeCalculation: (_opened, token) => token.length,
  });
  const open = async (token: string): Promise<OpenedAssertion> => {
    try {
      const known = verified.get(token);
      if (known) requireCurrent(known.times, Date.now());
      return known ?? (await openAssertion(token, audience, publicKeys));
    } catch (error) {
      throw refusal(error instanceof Error ? error.message : String(error));
    }
  };
  const purposeProblems = new WeakMap<Caller, readonly FieldProblem[]>();
  return {
    async authenticate({ headers }) {
      const token = headers[assertionHeader];
      if (typeof token !== 'string') throw refusal('no assertion');
      const opened = await open(token);
      verified.set(token, opened);
      // The gateway forwards a stated purpose on the Admin API only.
      if (headers[onBehalfOfHeader] === undefined && headers[reasonHeader] === undefined)
        return opened.principal;
      const { purpose, problems } = readStatedPurpose(headers);
      const principal = { ...opened.principal, ...purpose };
      purposeProblems.set(principal, problems);
      return principal;
    },
    authorize(principal: Principal, { callers, scope, furtherScopes = [], needsWholeTenant, operationId }) {
      requireKind(principal, callers as RouteCallers);
      for (const each of scope === null ? [] : [scope, ...furtherScopes]) requireScope(principal, each);
      if (needsWholeTenant) requireAllProperties({ principal });
      if (freshLoginOf(operationId) === 'always') requireFreshLogin(principal);
    },
    authorizeTable(principal: Principal, { operationId }) {
      if (freshLoginOf(operationId) === 'as_table') requireFreshLogin(principal);
    },
    headerProblems: (principal) => purposeProblems.get(principal) ?? [],
    isAboveTenants: isPlatform,
  };
}
