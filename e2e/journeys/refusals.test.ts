import { randomUUID } from 'node:crypto';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import type { FieldProblem } from '@pas/platform/errors/fault';
import { newId } from '@pas/shared/ids/id';
import { urlsOf } from '@pas/tools/local-system/plans/blueprint';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, type HttpAnswer } from '../client/http-call.ts';
import {
  actAsManager,
  inviteToNewUnit,
  type Invite,
  type PropertyManager,
  type Unit,
} from '../client/property-manager.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

/** Source address of the wrong credentials, which are counted by address. */
const from = '127.0.51.1';

let system: SharedSystem;
let manager: PropertyManager;
let stranger: PropertyManager;
let unit: Unit;
let invite: Invite;

beforeAll(async () => {
  system = await useSystem();
  const { gatewayUrl, apiKey, secondTenantApiKey } = system.local;
  manager = actAsManager({ gatewayUrl, key: apiKey });
  stranger = actAsManager({ gatewayUrl, key: secondTenantApiKey });
  ({ unit, invite } = await inviteToNewUnit(manager, 'Refusals', `refusals.${randomUUID()}@example.test`));
});

describe('401', () => {
  const askWith = (bearer?: string): Promise<HttpAnswer<unknown>> =>
    call(`${system.local.gatewayUrl}/api/admin/properties`, {
      ...(bearer !== undefined && { bearer }),
      from,
    });

  test('without a key', async () => {
    const answer = await askWith();
    expect(answer).toMatchObject({ status: 401, body: { code: 'credentials_missing' } });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('with a key whose checksum is wrong', async () => {
    const { apiKey } = system.local;
    const mistyped = apiKey.slice(0, -1) + (apiKey.endsWith('0') ? '1' : '0');
    expect(await askWith(mistyped)).toMatchObject({ status: 401, body: { code: 'key_malformed' } });
  });

  test('with a well-formed but unknown key', async () => {
    expect(await askWith(mintApiKey('DEV').key)).toMatchObject({
      status: 401,
      body: { code: 'key_unknown' },
    });
  });

  test('without a token on a resident’s route', async () => {
    const answer = await call(`${system.local.gatewayUrl}/api/v1/units`, { from });
    expect(answer).toMatchObject({ status: 401, body: { code: 'credentials_missing' } });
  });

  test.each(['admin', 'resident', 'core-mobile', 'webhooks'] as const)(
    'from %s itself, called without the gateway',
    async (service) => {
      const paths = {
        admin: '/api/admin/properties',
        resident: '/api/v1/units',
        'core-mobile': '/access/points',
        webhooks: '/payments',
      };
      for (const url of urlsOf(system.blueprint, service)) {
        const bearer = system.local.apiKey;
        const method = service === 'webhooks' ? 'POST' : 'GET';
        const answer = await call(url + paths[service], { method, bearer, from });
        expect(answer).toMatchObject({ status: 401, body: { code: 'credentials_missing' } });
      }
    },
  );
});

describe('404', () => {
  interface Ids {
    property: string;
    unit: string;
    invite: string;
  }
  const unknown: Ids = { property: newId('property'), unit: newId('unit'), invite: newId('invite') };
  const headers = { 'X-Correlation-Id': 'the-same-for-both' };
  const invites = '/onboarding/invites';

  test.each<[string, (ids: Ids) => Promise<HttpAnswer<unknown>>]>([
    ['property', ({ property }) => stranger.call(`/properties/${property}`, { headers })],
    [
      'property, changed',
      ({ property }) =>
        stranger.call(`/properties/${property}`, { method: 'PATCH', body: { name: 'Mine' }, headers }),
    ],
    [
      'property, deleted',
      ({ property }) => stranger.call(`/properties/${property}`, { method: 'DELETE', headers }),
    ],
    [
      'property, named in a body',
      ({ property }) => stranger.call('/units', { body: { propertyId: property, label: '1' }, headers }),
    ],
    ['unit', ({ unit: id }) => stranger.call(`/units/${id}`, { headers })],
    [
      'unit, named in a body',
      ({ unit: id }) => stranger.call('/onboarding/invite', { body: { unitId: id }, headers }),
    ],
    ['invite', ({ invite: id }) => stranger.call(`${invites}/${id}`, { headers })],
    [
      'invite, dispatched',
      ({ invite: id }) => stranger.call(`${invites}/${id}/dispatch`, { method: 'POST', headers }),
    ],
  ])('another tenant’s %s: as for an unknown id, byte for byte', async (_what, ask) => {
    const there = await ask({ property: unit.propertyId, unit: unit.id, invite: invite.id });
    const nowhere = await ask(unknown);
    expect(there).toMatchObject({ status: 404, body: { code: 'not_found' } });
    // The date and the caller's own rate limit differ between requests.
    const { date: _date, ratelimit: _left, ...others } = there.headers;
    expect(nowhere).toMatchObject({ status: 404, text: there.text, headers: others });
    expect(Object.keys(nowhere.headers)).toEqual(Object.keys(there.headers));
  });

  test('leaves the requested rows unchanged', async () => {
    const property = await manager.call(`/properties/${unit.propertyId}`);
    expect(property.body).toMatchObject({ property: { name: 'Refusals', version: 1 } });
    expect(await manager.readInvite(invite.id)).toMatchObject({ status: 'PENDING', deliveries: [] });
  });

  test('a list and its total include nothing of another tenant', async () => {
    const { body } = await stranger.call<{ total: number }>(`/units?propertyId=${unit.propertyId}`);
    expect(body).toEqual({ units: [], total: 0, limit: 50, offset: 0 });
    expect(await stranger.listUsers({ unitId: unit.id })).toMatchObject({ users: [], total: 0 });
    expect(await stranger.listAudit({ targetId: invite.id })).toMatchObject({ total: 0 });
  });
});

describe('422', () => {
  test('lists all problems of a body at once', async () => {
    const body = { unitId: 'unit_1', inviteeEmail: 'nobody', inviteePhone: 'x', expiresInHours: 0, note: 1 };
    const answer = await manager.call<{ errors: FieldProblem[] }>('/onboarding/invite', { body });
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    const { errors } = answer.body;
    expect(new Set(errors.map(({ path }) => path))).toEqual(new Set(Object.keys(body)));
    for (const { code, message } of errors) {
      expect(code).toMatch(/^[a-z_]+$/);
      expect(message).not.toBe('');
    }
  });

  test('for an unknown environment', async () => {
    const answer = await manager.call('/properties', { headers: { 'X-Admin-Env': 'MOON' } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'unknown_environment' } });
  });

  test('503 for a known environment that does not run', async () => {
    const answer = await manager.call('/properties', { headers: { 'X-Admin-Env': 'STAGING' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'environment_unavailable' } });
  });
});
