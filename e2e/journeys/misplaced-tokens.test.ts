import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { addResident, type NewResident } from '../client/new-resident.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

/** Source address of the forged tokens, which are counted by address. */
const from = '127.0.61.7';

let system: SharedSystem;
let portalUrl: string;
let manager: PropertyManager;
let person: NewResident;
let neighbour: NewResident;

const kinds = [
  'Core JWT',
  'refresh token',
  'identity token',
  'invite’s token',
  'pass’s token',
  'controller key',
  'API key',
  'staff token',
] as const;
type Kind = (typeof kinds)[number];
let tokens: Readonly<Record<Kind, string>>;
/** Entities of the neighbour, which the person requests. */
let theirs: Record<'unit' | 'session' | 'device' | 'pass' | 'door' | 'attempt' | 'call' | 'user', string>;

async function addDoor({ propertyId, unitId }: NewResident): Promise<string> {
  const controller = { adapter: 'nats', ref: `misplaced-${randomUUID()}` };
  const body = { propertyId, unitId, kind: 'UNIT', name: 'Flat door', controller };
  type Door = { accessPoint: { id: string } };
  return (await bodyOf(manager.call<Door>('/access-points', { body }), 201)).accessPoint.id;
}

/** Creates one entity with a resident's token. */
async function make<Body>({ signedIn: { token } }: NewResident, path: string, body: object, status = 201) {
  return bodyOf(call<Body>(`${portalUrl}${path}`, { bearer: token, body }), status);
}

async function addPass(resident: NewResident, door: string): Promise<{ id: string; token: string }> {
  const [startsAt, endsAt] = [Date.now(), Date.now() + 3_600_000].map((at) => new Date(at).toISOString());
  const body = { accessPointIds: [door], startsAt, endsAt };
  const { pass } = await make<{ pass: { id: string; url: string } }>(resident, '/access/passes', body);
  return { id: pass.id, token: pass.url.split('/').at(-1) ?? '' };
}

const ask = async <Body>(url: string, body: object): Promise<Body> => bodyOf(call<Body>(url, { body }), 200);

async function collectTokens(pass: string, door: string): Promise<Readonly<Record<Kind, string>>> {
  const { apiKey, sandboxUrl, staff } = system.local;
  type Token = { token: string };
  const ofStaff = { email: staff.email, organization: staff.organization, role: 'OWNER' };
  const identity = await ask<Token>(`${sandboxUrl}/identity/session-tokens`, {
    email: `nobody.${randomUUID()}@example.test`,
  });
  const staffToken = await ask<Token>(`${sandboxUrl}/identity/staff-tokens`, ofStaff);
  const path = `/access-points/${door}/controller-key`;
  type Key = { controllerKey: { secret: string } };
  const { controllerKey } = await bodyOf(manager.call<Key>(path, { method: 'POST' }), 201);
  return {
    'Core JWT': person.signedIn.token,
    'refresh token': person.signedIn.refreshToken,
    'identity token': identity.token,
    'invite’s token': neighbour.invite.token,
    'pass’s token': pass,
    'controller key': controllerKey.secret,
    'API key': apiKey,
    'staff token': staffToken.token,
  };
}

beforeAll(async () => {
  system = await useSystem();
  portalUrl = system.portalOf('DEV');
  const { gatewayUrl, apiKey } = system.local;
  manager = actAsManager({ gatewayUrl, key: apiKey });
  [person, neighbour] = [await addResident(portalUrl, manager), await addResident(portalUrl, manager)];
  const door = await addDoor(neighbour);
  const pass = await addPass(neighbour, door);
  const device = await make<{ device: { id: string } }>(neighbour, '/devices', {
    provider: 'FCM',
    token: randomUUID(),
  });
  const unlocked = await make<{ attempt: { id: string } }>(
    neighbour,
    `/access/points/${door}/unlock`,
    {},
    202,
  );
  const bearer = neighbour.signedIn.token;
  type Sessions = { sessions: { id: string }[] };
  const { sessions } = await bodyOf(call<Sessions>(`${portalUrl}/api/v1/sessions`, { bearer }), 200);
  theirs = {
    unit: neighbour.unitId,
    session: sessions[0]?.id ?? '',
    device: device.device.id,
    pass: pass.id,
    door,
    attempt: unlocked.attempt.id,
    call: 'call_01kb3rt9d5e0p8m6q2v7x4hzjn',
    user: neighbour.userId,
  };
  tokens = await collectTokens(pass.token, door);
});

const answerOf = async (url: string, options: Parameters<typeof call>[1]): Promise<string> => {
  const { status, body } = await call<{ code?: string } | undefined>(url, { ...options, from });
  return status < 400 ? String(status) : `${status} ${body?.code ?? 'page'}`;
};

/** Places for a token: a bearer or a part of a request. */
const places: Record<string, (token: string) => Promise<string>> = {
  'the Admin API': (bearer) => answerOf(`${system.local.gatewayUrl}/api/admin/units`, { bearer }),
  '/api/v1': (bearer) => answerOf(`${portalUrl}/api/v1/me`, { bearer }),
  '/devices': (bearer) => answerOf(`${portalUrl}/devices`, { bearer }),
  '/access': (bearer) => answerOf(`${portalUrl}/access/points`, { bearer }),
  'the routes of controllers': (bearer) =>
    answerOf(`${portalUrl}/access/heartbeat`, { bearer, body: { accessPointIds: [theirs.door] } }),
  'clerk-session': (bearer) => answerOf(`${portalUrl}/api/v1/auth/clerk-session`, { method: 'POST', bearer }),
  refresh: (refreshToken) => answerOf(`${portalUrl}/api/v1/auth/refresh`, { body: { refreshToken } }),
  'a sign-up as invite': (inviteToken) =>
    answerOf(`${portalUrl}/api/v1/auth/signup`, {
      body: { inviteToken, password: 'another horse battery', firstName: 'A', lastName: 'B' },
    }),
  'a sign-up as identity': async (identityToken) => {
    const { token: inviteToken } = await manager.createInvite(neighbour.unitId);
    const body = { inviteToken, identityToken, firstName: 'A', lastName: 'B' };
    return answerOf(`${portalUrl}/api/v1/auth/signup`, { body });
  },
  'a reset of the password': (token) =>
    answerOf(`${portalUrl}/api/v1/auth/password/reset`, { body: { token, password: 'correct horse b' } }),
  '/join': (token) => answerOf(`${portalUrl}/join/${token}`, {}),
  '/pass': (token) => answerOf(`${portalUrl}/pass/${token}`, {}),
};

describe('a token in the wrong place', () => {
  const invalid = '401 token_invalid';
  const ownKeys = '403 api_key_not_accepted_here';
  /** Builds the expected outcomes, in the order of `kinds`. */
  const everyone = (outcome: string, own: Partial<Record<Kind, string>>): Record<Kind, string> =>
    ({ ...Object.fromEntries(kinds.map((kind) => [kind, outcome])), ...own }) as Record<Kind, string>;
  const ofResidents = everyone(invalid, { 'Core JWT': '200', 'API key': ownKeys });
  const expected: Record<string, Record<Kind, string>> = {
    'the Admin API': everyone(invalid, {
      'refresh token': '401 key_malformed',
      'invite’s token': '401 key_malformed',
      'pass’s token': '401 key_malformed',
      'API key': '200',
      'staff token': '200',
    }),
    '/api/v1': ofResidents,
    '/devices': ofResidents,
    '/access': ofResidents,
    'the routes of controllers': everyone(invalid, { 'controller key': '204', 'API key': ownKeys }),
    'clerk-session': everyone(invalid, {
      'identity token': '403 resident_not_found',
      'API key': ownKeys,
    }),
    refresh: everyone(invalid, { 'refresh token': '200' }),
    'a sign-up as invite': everyone('404 not_found', { 'invite’s token': '410 invite_accepted' }),
    'a sign-up as identity': everyone(invalid, { 'identity token': '201' }),
    'a reset of the password': everyone('422 validation_failed', {}),
    '/join': everyone('404 page', { 'invite’s token': '410 page' }),
    '/pass': everyone('404 page', { 'pass’s token': '200' }),
  };

  test.each(Object.keys(places))('at %s', async (name) => {
    const place = places[name];
    const outcomes: Record<string, unknown> = {};
    for (const kind of kinds) outcomes[kind] = await place?.(tokens[kind]);
    expect(outcomes).toEqual(expected[name]);
  });
});

describe('404 for entities of another resident', () => {
  const asked: [string, string, () => string, object?][] = [
    ['unit’s occupants', 'GET', () => `/api/v1/units/${theirs.unit}/occupants`],
    [
      'unit, for an invite',
      'POST',
      () => `/api/v1/units/${theirs.unit}/occupants`,
      { email: 'a@example.test' },
    ],
    ['occupant', 'DELETE', () => `/api/v1/units/${theirs.unit}/occupants/${theirs.user}`],
    ['session', 'DELETE', () => `/api/v1/sessions/${theirs.session}`],
    ['call', 'GET', () => `/api/v1/calls/${theirs.call}`],
    ['resident', 'POST', () => '/api/v1/auth/switch', { userId: 'theirs' }],
    ['device', 'POST', () => `/devices/${theirs.device}/test`],
    ['device, forgotten', 'DELETE', () => `/devices/${theirs.device}`],
    ['door', 'POST', () => `/access/points/${theirs.door}/unlock`],
    ['attempt', 'GET', () => `/access/attempts/${theirs.attempt}`],
    ['pass', 'DELETE', () => `/access/passes/${theirs.pass}`],
  ];
  test.each(asked)('%s', async (_what, method, path, body) => {
    const given = body && 'userId' in body ? { userId: theirs.user } : body;
    const { token } = person.signedIn;
    const answer = await call(`${portalUrl}${path()}`, {
      method,
      bearer: token,
      ...(given && { body: given }),
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });
});
