import { describe, expect, test } from 'vitest';
import { addApiKey, addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { propertyId, newUnit } = await inviteSupport(admin, caller);
const unitId = await newUnit();

const window = { startsAt: '2026-06-05T00:00:00-04:00', endsAt: '2099-06-08T00:00:00-04:00' };
const url = 'https://hooks.example.com/property-access';
const controller = (ref: string) => ({ adapter: 'nats', ref });

/** Writes of each field that people read as a name or label. The last element is the path of a problem. */
const writes: readonly [string, string, (text: string) => object, string][] = [
  ['a property', '/properties', (name) => ({ name }), 'name'],
  ['an address', '/properties', (city) => ({ name: 'House', address: { city } }), 'address.city'],
  ['a unit', '/units', (label) => ({ propertyId, label }), 'label'],
  ['a floor', '/units', (floor) => ({ propertyId, label: '77', floor }), 'floor'],
  ['a first name', '/users', (firstName) => ({ kind: 'STAFF', email: 'f@a.test', firstName }), 'firstName'],
  ['a last name', '/users', (lastName) => ({ kind: 'STAFF', email: 'l@a.test', lastName }), 'lastName'],
  ['an invitee', '/onboarding/invite', (inviteeName) => ({ unitId, inviteeName }), 'inviteeName'],
  ['a unit of an invite', '/onboarding/invite', (unitLabel) => ({ propertyId, unitLabel }), 'unitLabel'],
  [
    'an access point',
    '/access-points',
    (name) => ({ propertyId, name, kind: 'DOOR', controller: controller('marks-1') }),
    'name',
  ],
  ['an API key', '/api-keys', (name) => ({ name, scopes: ['units:read'] }), 'name'],
  [
    'the description of an endpoint',
    '/webhook-endpoints',
    (description) => ({ url, events: ['*'], description }),
    'description',
  ],
];

const post = (path: string, body: object) =>
  admin.call<Record<string, Record<string, unknown>>>('POST', `/api/admin${path}`, { as: caller, body });

describe.each(writes)('the text of %s', (_what, path, bodyWith, field) => {
  test('is stored without bidi controls and zero-width characters', async () => {
    const { status, body } = await post(path, bodyWith('\u202e4B\u200b north\u2069'));
    expect([200, 201]).toContain(status);
    const shown = JSON.stringify(body);
    expect(shown).not.toMatch(/[\u200b\u202e\u2069]/u);
    expect(field === 'unitLabel' || shown.includes('4B north')).toBe(true);
  });

  test.each(['\u200b\u202e', '\u3164', '\u2800'])('is 422 without a visible character: %j', async (text) => {
    expect(await post(path, bodyWith(text))).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: expect.arrayContaining([expect.objectContaining({ path: field })]) as unknown,
      },
    });
  });
});

test('the name of a pass holder is stored without marks', async () => {
  const door = await post('/access-points', {
    propertyId,
    name: 'Gate',
    kind: 'GATE',
    controller: controller('marks-2'),
  });
  const common = { propertyId, accessPointIds: [door.body['accessPoint']?.['id']], ...window };
  const answer = await post('/passes', { ...common, holders: [{ name: '\u202eSam\u200d' }] });
  expect(answer).toMatchObject({ status: 201, body: { pass: { holders: [{ name: 'Sam' }] } } });
  expect(await post('/passes', { ...common, holders: [{ name: '\u2066' }] })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'holders.0.name' }] },
  });
});

test('a changed name loses its marks', async () => {
  const key = await addApiKey(admin, caller);
  const path = `/api/admin/api-keys/${key.id}`;
  const answer = await admin.call('PATCH', path, { as: caller, body: { name: 'Night\u202ely' } });
  expect(answer).toMatchObject({ status: 200, body: { apiKey: { name: 'Nightly' } } });
});

test('a zero-width non-joiner between letters stays', async () => {
  const { name } = await addProperty(admin, caller, 'خانه\u200cها');
  expect(name).toBe('خانه\u200cها');
});

test('a phone may contain bidi controls', async () => {
  const answer = await post('/users', { kind: 'RESIDENT', phone: '\u202d+1 202\u2011555\u20110163\u202c' });
  expect(answer).toMatchObject({ status: 201, body: { user: { phone: '+12025550163' } } });
});
