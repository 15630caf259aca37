import type { Route } from '@pas/platform/http/define-route';
import type { Problem } from '@pas/platform/http/render-error';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { adminRoutes } from '../src/routes.ts';
import {
  addProperty,
  addUnit,
  adminDependencies,
  newTenantCaller,
  platformCaller,
  startAdmin,
  type InviteAnswer,
  type PropertyAnswer,
} from './admin-harness.ts';
import { accessEventRow } from './building-rows.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const get = <Body = unknown>(path: string, headers = {}) =>
  admin.call<Body>('GET', `/api/admin/${path}`, { as: caller, headers });
const post = <Body = { id?: string }>(path: string, body: object) =>
  admin.call<Body>('POST', `/api/admin/${path}`, { as: caller, body });
const property = await addProperty(admin, caller);
const unit = await addUnit(admin, caller, property.id);

describe('an answer with a secret', () => {
  const shows = (route: Route, name: string): boolean =>
    route.response !== undefined &&
    JSON.stringify(z.toJSONSchema(route.response, { unrepresentable: 'any' })).includes(`"${name}":{`);
  // Public events show invites in their read-only form.
  const withoutTokens = ['/api/admin/events'];

  test('is marked on its route, so that no cache stores it', () => {
    const showing = adminRoutes(adminDependencies).filter(
      (route) => shows(route, 'inviteUrl') || shows(route, 'secret'),
    );
    expect(showing.length).toBeGreaterThan(15);
    const silent = showing.filter(({ isSecret }) => isSecret !== true);
    expect(silent.map(({ path }) => path)).toEqual(withoutTokens);
  });

  test('is no-store: each answer with the token of an invite', async () => {
    const body = { unitId: unit.id, inviteeEmail: 'stored@example.test' };
    const made = await post<InviteAnswer>('onboarding/invite', body);
    const { id } = made.body.invite;
    const answers = [
      made,
      await post('onboarding/invite', body),
      await get(`onboarding/invites/${id}`),
      await get('onboarding/invites'),
      await post(`onboarding/invites/${id}/dispatch`, {}),
      await post('onboarding/invites/bulk/revoke', { inviteIds: [id] }),
      await admin.call('DELETE', `/api/admin/onboarding/invites/${id}`, { as: caller }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 202, 200, 200]);
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(
      new Set(['no-store']),
    );
    expect((await get(`units/${unit.id}`)).headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('201', () => {
  test('has the path of the created row as Location, and 200 has none', async () => {
    const made = await post<PropertyAnswer>('properties', { name: 'Located' });
    const path = made.headers.get('location') ?? '';
    expect(path).toBe(`/api/admin/properties/${made.body.property.id}`);
    expect((await admin.call('GET', path, { as: caller })).body).toEqual(made.body);
    const invite = { unitId: unit.id, inviteeEmail: 'located@example.test' };
    const invited = await post<InviteAnswer>('onboarding/invite', invite);
    expect(invited.headers.get('location')).toBe(`/api/admin/onboarding/invites/${invited.body.invite.id}`);
    const again = await post('onboarding/invite', invite);
    expect([again.status, again.headers.get('location')]).toEqual([200, null]);
  });
});

describe('lists', () => {
  const gzipped = { 'Accept-Encoding': 'gzip' };
  const encodingOf = async (path: string, headers: Record<string, string> = gzipped) =>
    (await get(path, headers)).headers.get('content-encoding');

  test('above 1 KiB are compressed on request; single resources and tokens are not', async () => {
    for (let number = 1; number <= 8; number += 1) await addUnit(admin, caller, property.id, `Z${number}`);
    const invites = Array.from({ length: 4 }, (_, index) => ({
      unitId: unit.id,
      inviteeEmail: `many${index}@example.test`,
    }));
    for (const invite of invites) await post('onboarding/invite', invite);
    expect(await encodingOf('units')).toBe('gzip');
    expect(await encodingOf('units', { 'Accept-Encoding': 'identity' })).toBeNull();
    expect(await encodingOf('units', { 'Accept-Encoding': '*' })).toBe('gzip');
    expect(await encodingOf('units', { 'Accept-Encoding': 'br' })).toBe('br');
    expect(await encodingOf('units', { 'Accept-Encoding': 'gzip;q=0, br' })).toBe('br');
    expect(await encodingOf('units', { 'Accept-Encoding': 'br', Accept: 'text/csv' })).toBe('br');
    expect(await encodingOf('analytics/calls')).toBe('gzip');
    expect(await encodingOf('units', { 'Accept-Encoding': 'gzip;q=0' })).toBeNull();
    expect(await encodingOf('units?limit=1')).toBeNull();
    expect(await encodingOf(`units/${unit.id}`)).toBeNull();
    expect(await encodingOf('onboarding/invites')).toBeNull();
    const { headers } = await get('units', { 'Accept-Encoding': 'identity' });
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
  });

  test.each(['calls', 'access-events', 'audit'])('422 for %s from a time after to', async (path) => {
    const answer = await get(`${path}?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z`);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'to', code: 'out_of_range' }] } });
    expect((await get(`${path}?from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z`)).status).toBe(200);
  });

  test('accept a space for a +', async () => {
    const occurredAt = new Date('2026-03-01T08:30:00Z');
    const row = accessEventRow(caller.tenantId ?? '', { propertyId: property.id, occurredAt });
    await AccessEventModel.insertMany([row]);
    const plus = await get('access-events?from=2026-03-01T09:30:00+01:00&to=2026-03-01T09:30:01+01:00');
    expect(plus).toMatchObject({ status: 200, body: { total: 1 } });
  });

  test.each(['(212) 555', '212555', '+1 212 555', '1212', '212-555-01'])('find a phone by %s', async (q) => {
    const user = { kind: 'RESIDENT', phone: '+12125550187' };
    await post('users', user);
    const path = `users?q=${encodeURIComponent(q)}`;
    const { body } = await get<{ users: { phone: string }[] }>(path);
    expect(body.users.map(({ phone }) => phone)).toContain('+12125550187');
    await post('virtual-numbers', { number: '+12125550188', provider: 'TELEPHONY_A' });
    const numbers = await get(`virtual-numbers?status=AVAILABLE&q=${encodeURIComponent(q)}`);
    expect(numbers.body).toMatchObject({ total: 1 });
  });
});

describe('time zones', () => {
  const make = (timeZone: string) => post<PropertyAnswer>('properties', { name: 'Zoned', timeZone });

  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['utc', 'UTC'],
  ])('%s is stored as %s', async (sent, stored) => {
    expect((await make(sent)).body.property.timeZone).toBe(stored);
    const { body } = await get(`analytics/calls?timeZone=${sent}`);
    expect(body).toMatchObject({ analytics: { timeZone: stored, from: expect.any(String) as string } });
  });

  test.each(['EST', 'CET', 'est5edt', '+02:00', 'Mars/Olympus', ''])('422 for %j', async (zone) => {
    expect((await make(zone)).status).toBe(422);
  });
});

describe('slugs of tenants', () => {
  const as = platformCaller();
  const make = (body: object) =>
    admin.call<{ tenant: { slug: string } }>('POST', '/api/admin/tenants', { as, body });

  test('get a number if the name is taken', async () => {
    const name = `Ocean Homes ${newId('tenant').slice(-6)}`;
    const [first, second] = [await make({ name }), await make({ name })];
    expect(second.status).toBe(201);
    expect(second.body.tenant.slug).toBe(`${first.body.tenant.slug}-2`);
    const sent = await make({ name, slug: first.body.tenant.slug });
    expect(sent).toMatchObject({ status: 409, body: { code: 'already_exists', errors: [{ path: 'slug' }] } });
  });

  test('are unique for fifty concurrent creations', async () => {
    const name = `Rush ${newId('tenant').slice(-6)}`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => make({ name })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.tenant.slug)).size).toBe(50);
  });
});

test('422 for an externalId with a slash on every route that writes one', async () => {
  const externalId = 'yard/4711';
  const user = { kind: 'RESIDENT', email: 'slash@example.test' };
  const writes: [string, string, object][] = [
    ['POST', 'properties', { name: 'Slash', address: { country: 'US' }, externalId }],
    ['PATCH', `properties/${property.id}`, { externalId }],
    ['POST', 'units', { propertyId: property.id, label: 'Slash', externalId }],
    ['PATCH', `units/${unit.id}`, { externalId }],
    ['POST', 'users', { ...user, externalId }],
    ['PUT', `units/by-external-id/${encodeURIComponent(externalId)}`, { label: 'Slash' }],
    ['PUT', `users/by-external-id/${encodeURIComponent(externalId)}`, user],
  ];
  for (const [method, path, body] of writes) {
    const answer = await admin.call<{ errors?: { path: string }[] }>(method, `/api/admin/${path}`, {
      as: caller,
      body,
    });
    expect([method, path, answer.status, answer.body.errors?.map((each) => each.path)]).toEqual([
      method,
      path,
      422,
      ['externalId'],
    ]);
  }
});

test('?tenantId= is accepted from every caller with its own tenant, and is unknown with another one', async () => {
  for (const path of ['units', `units/${unit.id}`, 'auth/self']) {
    expect((await get(`${path}?tenantId=${caller.tenantId}`)).status).toBe(200);
    const foreign = await get<Problem>(`${path}?tenantId=${newId('tenant')}`);
    expect([foreign.status, foreign.body.errors]).toMatchObject([
      422,
      [{ path: 'tenantId', code: 'unknown_field' }],
    ]);
  }
});
