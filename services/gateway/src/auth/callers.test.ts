import { anonymous } from '@pas/shared/principal/principal';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { describe, expect, test } from 'vitest';
import { coreIssuer, jwt, newCallers, staffIssuer } from '../../test/support/callers.ts';
import type { Area } from '../route-table.ts';
import type { Caller, CallerKind } from './caller.ts';
import { findRefusal } from './find-refusal.ts';
import { readCredential } from './read-credential.ts';

const callers = newCallers();
const kinds = Object.keys(callers) as CallerKind[];
const areas: readonly Area[] = [
  'admin',
  'sign_in',
  'resident',
  'mobile',
  'controllers',
  'webhooks',
  'public',
];

interface Rules {
  reaches: readonly Area[];
  otherAreaFault: string;
  environments: 'listed' | 'default';
  isStopped: boolean;
}

/** The contract's rules for each kind of caller. */
const rules: Record<CallerKind, Rules> = {
  api_key: {
    reaches: ['admin'],
    otherAreaFault: '403 api_key_not_accepted_here',
    environments: 'listed',
    isStopped: true,
  },
  operator_session: {
    reaches: ['admin'],
    otherAreaFault: '401 credentials_missing',
    environments: 'listed',
    isStopped: true,
  },
  staff_bearer: {
    reaches: ['admin'],
    otherAreaFault: '401 token_invalid',
    environments: 'listed',
    isStopped: true,
  },
  core_jwt: {
    reaches: ['sign_in', 'resident', 'mobile'],
    otherAreaFault: '401 token_invalid',
    environments: 'default',
    isStopped: false,
  },
  controller_key: {
    reaches: ['controllers'],
    otherAreaFault: '401 token_invalid',
    environments: 'default',
    isStopped: false,
  },
  provider: {
    reaches: ['webhooks'],
    otherAreaFault: '401 credentials_missing',
    environments: 'default',
    isStopped: false,
  },
  anonymous: {
    reaches: ['sign_in', 'public'],
    otherAreaFault: '401 credentials_missing',
    environments: 'default',
    isStopped: false,
  },
};

const statuses: Record<string, number> = { unauthenticated: 401, forbidden: 403 };

/** Returns the result for a caller at a gateway whose default is DEV. */
function answerTo(caller: Caller, area: Area, environment: string): string {
  const refusal = findRefusal(callers[caller.kind], { caller, area, environment }, 'DEV');
  return refusal ? `${statuses[refusal.kind]} ${refusal.code}` : 'passes';
}

const callerOf = (kind: CallerKind, environments: string[], isTenantSuspended: boolean): Caller => ({
  kind,
  principal: anonymous,
  environments,
  isTenantSuspended,
  rateLimit: null,
});

describe('the table of callers', () => {
  test('has an entry for each kind', () => {
    expect(new Set(kinds)).toEqual(new Set(Object.keys(rules)));
  });

  const cases = kinds.flatMap((kind) => areas.map((area) => [kind, area] as const));

  test.each(cases.filter(([kind, area]) => !rules[kind].reaches.includes(area)))(
    '%s is refused at %s, whatever it is granted',
    (kind, area) => {
      for (const environments of [[], ['DEV'], ['DEV', 'TEST']]) {
        for (const isSuspended of [false, true]) {
          expect(answerTo(callerOf(kind, environments, isSuspended), area, 'DEV')).toBe(
            rules[kind].otherAreaFault,
          );
        }
      }
    },
  );

  test.each(cases.filter(([kind, area]) => rules[kind].reaches.includes(area)))(
    '%s passes at %s where its environment is granted and its tenant does not stop it',
    (kind, area) => {
      const suspended = rules[kind].isStopped ? '403 tenant_suspended' : 'passes';
      const isListed = rules[kind].environments === 'listed';
      const notGranted = '403 environment_not_allowed';
      expect({
        listed: answerTo(callerOf(kind, ['TEST'], false), area, 'TEST'),
        listedSuspended: answerTo(callerOf(kind, ['TEST'], true), area, 'TEST'),
        default: answerTo(callerOf(kind, [], false), area, 'DEV'),
        defaultSuspended: answerTo(callerOf(kind, [], true), area, 'DEV'),
        other: answerTo(callerOf(kind, ['DEV'], false), area, 'TEST'),
        otherSuspended: answerTo(callerOf(kind, ['DEV'], true), area, 'TEST'),
      }).toEqual({
        listed: isListed ? 'passes' : notGranted,
        listedSuspended: isListed ? suspended : notGranted,
        default: isListed ? notGranted : 'passes',
        defaultSuspended: isListed ? notGranted : suspended,
        other: notGranted,
        otherSuspended: notGranted,
      });
    },
  );
});

describe('a credential has the shape of one kind', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const kindsOf = (headers: Record<string, string>): CallerKind[] =>
    kinds.filter((kind) => callers[kind].recognise?.(readCredential(headers)));

  test.each<[string, Record<string, string>, CallerKind]>([
    ['an API key', bearer(mintApiKey('DEV').key), 'api_key'],
    ['a text that begins like an API key', bearer('pas_x.y.z'), 'api_key'],
    ['a controller key', bearer('pac_0123456789'), 'controller_key'],
    ['a text that begins like a controller key', bearer('pac_x.y.z'), 'controller_key'],
    ['a Core JWT', bearer(jwt({ typ: 'at+jwt' }, { iss: coreIssuer })), 'core_jwt'],
    ['a token of a pinned issuer', bearer(jwt({ typ: 'JWT' }, { iss: staffIssuer })), 'staff_bearer'],
    [
      'one of the same type as a Core JWT',
      bearer(jwt({ typ: 'at+jwt' }, { iss: staffIssuer })),
      'staff_bearer',
    ],
    ['a session', { cookie: 'a=b; __Host-pas_session=c' }, 'operator_session'],
    ['a session without TLS', { cookie: 'pas_session_DEV=c' }, 'operator_session'],
    ['a bearer beside a session', { ...bearer('pac_1'), cookie: 'pas_session_DEV=c' }, 'controller_key'],
  ])('%s', (_what, headers, kind) => {
    expect(kindsOf(headers)).toEqual([kind]);
  });

  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['another scheme beside a session', { authorization: 'Basic dQ==', cookie: '__Host-pas_session=c' }],
    ['a session of another environment', { cookie: 'pas_session_TEST=c; x__Host-pas_session=d' }],
    ['a token of no pinned issuer', bearer(jwt({ typ: 'at+jwt' }, { iss: 'http://other.test' }))],
    ['a token without an issuer', bearer(jwt({ typ: 'at+jwt' }, {}))],
    ['another type of the Core’s issuer', bearer(jwt({ typ: 'JWT' }, { iss: coreIssuer }))],
    ['no type', bearer(jwt({}, { iss: coreIssuer }))],
    ['a list of issuers', bearer(jwt({ typ: 'at+jwt' }, { iss: [coreIssuer, staffIssuer] }))],
  ])('%s has the shape of none', (_what, headers) => {
    expect(kindsOf(headers)).toEqual([]);
  });
});
