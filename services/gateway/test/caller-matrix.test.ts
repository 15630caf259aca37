import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areaOf, groupMatcher, routeTable, type Area } from '../src/route-table.ts';
import type { ReceivedRequest } from './support/echo-service.ts';
import {
  credentialKinds,
  startEveryCaller,
  type CredentialKind,
  type EveryCaller,
} from './support/every-caller.ts';
import { call, problemOf } from './support/http-call.ts';

let every: EveryCaller;
beforeAll(async () => {
  every = await startEveryCaller();
});
afterAll(() => every.stop());

type Outcomes = Readonly<Record<Area, string>>;

/** The result in areas that need no credential. They ignore credentials of other areas. */
const open = { sign_in: '200 anonymous', public: '200 anonymous', webhooks: '200 provider' } as const;

const everywhere = (outcome: string): Outcomes => ({
  admin: outcome,
  sign_in: outcome,
  resident: outcome,
  mobile: outcome,
  controllers: outcome,
  webhooks: outcome,
  public: outcome,
});
const refused = (outcome: string): Outcomes => ({ ...everywhere(outcome), ...open });
const notTaken = refused('401 token_invalid');

const staff = { ...notTaken, admin: '200 staff' };
const apiKey = { ...everywhere('403 api_key_not_accepted_here'), admin: '200 api_key' };

/** The result of each kind of credential in each area. A new kind of caller needs a row here. */
const expected: Readonly<Record<CredentialKind, Outcomes>> = {
  'DEV key': apiKey,
  'live key': apiKey,
  'platform key': apiKey,
  'expired key': everywhere('401 key_expired'),
  'unknown key': everywhere('401 key_unknown'),
  'operator session': { ...refused('401 credentials_missing'), admin: '200 staff' },
  'ended session': { ...refused('401 credentials_missing'), admin: '401 session_expired' },
  'staff token, nested claims': staff,
  'staff token, flat claims': staff,
  'Core JWT': { ...notTaken, resident: '200 resident', mobile: '200 resident', sign_in: '200 resident' },
  'identity token': notTaken,
  'controller key': { ...notTaken, controllers: '200 controller' },
  'unknown controller key': notTaken,
  nothing: refused('401 credentials_missing'),
};

const groups = routeTable('all');
const matchGroup = groupMatcher(groups);
/** Paths of every group: the prefix, a path below it, and a deeper one. */
const paths = groups.flatMap(({ prefix }) => [prefix, `${prefix}/x`, `${prefix}/x/y`]);

const reached = (): number => {
  const { admin, resident, coreMobile, webhooks } = every.operators.gateway;
  return [admin.DEV, admin.TEST, resident, coreMobile, webhooks].reduce((sum, one) => sum + one.count(), 0);
};

async function outcomeAt(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await call(every.operators.gateway.port, path, { headers });
  if (answer.status !== 200) return `${answer.status} ${problemOf(answer).code}`;
  return `200 ${(JSON.parse(answer.text) as ReceivedRequest).principal.kind}`;
}

describe.each(credentialKinds)('%s', (kind) => {
  test.each(paths)('at %s', async (path) => {
    const outcome = expected[kind][areaOf(matchGroup(path))];
    const before = reached();
    expect(await outcomeAt(path, every.headers[kind])).toBe(outcome);
    expect(reached() - before).toBe(outcome.startsWith('200') ? 1 : 0);
  });

  test('at a path outside all groups: 404, but a wrong key gets its own error', async () => {
    const ofKey = /^4\d\d (?:key|api_key)/.exec(expected[kind].public);
    const outcome = ofKey ? expected[kind].public : '404 path_not_found';
    for (const path of ['/nowhere', '/API/admin/units', '/api/adminx', '/accessible']) {
      expect(await outcomeAt(path, every.headers[kind])).toBe(outcome);
    }
  });
});

test('every group, and every area, is in the matrix', () => {
  expect(new Set(groups.map(({ area }) => area))).toEqual(new Set(Object.keys(everywhere(''))));
});

describe('two credentials in one request', () => {
  const pairs = credentialKinds.flatMap((kind) =>
    kind.endsWith('session') || kind === 'nothing' ? [] : [[kind] as const],
  );
  test.each(pairs)('%s in Authorization counts, and the session cookie is ignored', async (kind) => {
    const headers = { ...every.headers['operator session'], ...every.headers[kind] };
    for (const path of ['/api/admin/x', '/api/v1/x', '/access/x', '/access/verify', '/payments/x']) {
      expect(await outcomeAt(path, headers)).toBe(expected[kind][areaOf(matchGroup(path))]);
    }
  });
});

describe('the routes of operators', () => {
  const outcomes = new Map<CredentialKind, string>([
    ['operator session', '200'],
    ['ended session', '401 session_expired'],
    ['nothing', '401 credentials_missing'],
  ]);
  test.each(credentialKinds)('accept the session only: %s', async (kind) => {
    for (const path of ['/api/admin/auth/session', '/api/admin/auth/sessions']) {
      const answer = await call(every.operators.gateway.port, path, { headers: every.headers[kind] });
      const outcome = answer.status === 200 ? '200' : `${answer.status} ${problemOf(answer).code}`;
      expect(outcome).toBe(outcomes.get(kind) ?? '401 token_invalid');
    }
  });
});
