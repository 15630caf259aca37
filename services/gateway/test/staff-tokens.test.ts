import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { SigningKeySetModel } from '@pas/shared/models/signing-key-set';
import { TenantModel } from '@pas/shared/models/tenant';
import { roleScopes } from '@pas/shared/principal/scopes';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addTenant } from './support/rows.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';
import { startStaffProvider, type StaffProvider } from './support/staff-provider.ts';

let gateway: RunningGateway;
let provider: StaffProvider;
let flat: StaffProvider;
let tenantId: string;

const organization = (id: string, role = 'OWNER') => ({ o: { id, rol: role } });

beforeAll(async () => {
  provider = await startStaffProvider({ organizationPrefix: 'a:' });
  flat = await startStaffProvider({
    organizationPrefix: 'b:',
    environments: ['TEST'],
    roles: { 'front-desk': 'FRONT_DESK' },
    claims: { email: 'contact.mail', emailVerified: 'contact.ok' },
  });
  gateway = await runGateway({ STAFF_ISSUERS: JSON.stringify([provider.config, flat.config]) });
  tenantId = (await addTenant({ organizationId: 'a:org_1' }))._id;
  await addTenant({ organizationId: 'b:org_1', slug: 'other' });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([provider.goAway(), flat.goAway()]);
});

const get = (
  token: string,
  headers: Record<string, string> = {},
  path = '/api/admin/units',
): Promise<Answer> => call(gateway.port, path, { headers: { authorization: `Bearer ${token}`, ...headers } });
const seenBy = (answer: Answer): ReceivedRequest => JSON.parse(answer.text) as ReceivedRequest;
const codeOf = (answer: Answer): string => `${answer.status} ${problemOf(answer).code}`;

describe('a good token', () => {
  test('passes on the stated purpose of its person', async () => {
    const purpose = { 'X-Pas-On-Behalf-Of': 'Kim Lee', 'X-Pas-Reason': 'Ticket 4711' };
    const { headers } = seenBy(await get(await provider.sign(organization('org_1')), purpose));
    expect([headers['x-pas-on-behalf-of'], headers['x-pas-reason']]).toEqual(['Kim Lee', 'Ticket 4711']);
  });

  test('identifies its person in the tenant of the organization, with the scopes of the role', async () => {
    const answer = await get(await provider.sign(organization('org_1', 'org:manager')));
    const seen = seenBy(answer);
    expect(seen.principal).toEqual({
      kind: 'staff',
      id: 'person_1',
      name: 'Dana Reed',
      tenantId,
      scopes: roleScopes.MANAGER,
      propertyIds: null,
      sessionId: null,
      email: 'dana@harbor.test',
      authenticatedAt: null,
      environments: ['DEV', 'TEST'],
    });
    expect(seen.headers['authorization']).toBeUndefined();
  });

  test.each([
    [
      'an unverified e-mail is not believed',
      { email_verified: false, name: undefined },
      { email: null, name: 'person_1' },
    ],
    ['an e-mail stands for a missing name', { name: undefined }, { name: 'dana@harbor.test' }],
    ['properties restrict', { properties: ['prop_1', 'prop_2'] }, { propertyIds: ['prop_1', 'prop_2'] }],
    ['no property restricts to none', { properties: [] }, { propertyIds: [] }],
    ['properties that can’t be read allow none', { properties: 7 }, { propertyIds: [] }],
    ['an unknown role gives no scopes', organization('org_1', 'janitor'), { scopes: [] }],
    ['no role gives no scopes', { o: { id: 'org_1' } }, { scopes: [] }],
    ['a role that every object has gives no scopes', organization('org_1', 'constructor'), { scopes: [] }],
    [
      'flat claims',
      { o: undefined, org_id: 'org_1', org_role: 'org:support' },
      { scopes: roleScopes.SUPPORT },
    ],
  ])('%s', async (_what, claims, principal) => {
    const answer = await get(await provider.sign({ ...organization('org_1'), ...claims }));
    expect(seenBy(answer).principal).toMatchObject(principal);
  });

  test('reaches only the environments of its issuer, with the roles and claims of its configuration', async () => {
    const contact = { mail: 'desk@other.test', ok: true };
    const token = await flat.sign({ org_id: 'org_1', org_role: 'front-desk', contact });
    expect(seenBy(await get(token, { 'x-admin-env': 'TEST' })).principal).toMatchObject({
      scopes: roleScopes.FRONT_DESK,
      email: 'desk@other.test',
    });
    expect(codeOf(await get(token))).toBe('403 environment_not_allowed');
    const owner = await flat.sign({ org_id: 'org_1', org_role: 'OWNER', sub: 'person_2' });
    expect(seenBy(await get(owner, { 'x-admin-env': 'TEST' })).principal.scopes).toEqual([]);
  });

  test('causes one read of the provider’s keys, for any number of requests', async () => {
    const before = provider.count();
    const token = await provider.sign(organization('org_1'));
    await Promise.all(Array.from({ length: 50 }, () => get(token)));
    expect(provider.count()).toBe(before);
  });
});

describe('an organization', () => {
  test('403 organization_unknown without a tenant, for the other provider, and without an organization', async () => {
    for (const claims of [organization('org_9'), organization('b:org_1'), {}]) {
      expect(codeOf(await get(await provider.sign(claims)))).toBe('403 organization_unknown');
    }
  });

  test('is known as soon as a tenant has it, and unknown within a second after its move', async () => {
    const token = await provider.sign(organization('org_2'));
    expect(codeOf(await get(token))).toBe('403 organization_unknown');
    const { _id } = await addTenant({ organizationId: 'a:org_2', slug: 'second' });
    expect((await get(token)).status).toBe(200);
    await TenantModel.updateOne({ _id }, { $set: { organizationId: null } });
    await waitUntil(async () => (await get(token)).status === 403, { what: 'the refusal', timeoutMs: 1000 });
  });

  test('403 tenant_suspended within a second of the suspension, with a record', async () => {
    const { _id } = await addTenant({ organizationId: 'a:org_3', slug: 'third' });
    const token = await provider.sign(organization('org_3'));
    expect((await get(token)).status).toBe(200);
    await TenantModel.updateOne({ _id }, { $set: { status: 'SUSPENDED' } });
    await waitUntil(async () => (await get(token)).status === 403, { what: 'the refusal', timeoutMs: 1000 });
    expect(codeOf(await get(token))).toBe('403 tenant_suspended');
    const [row] = await ControlOutboxModel.find({ tenantId: _id }).lean();
    expect(row?.envelope.data).toMatchObject({
      action: 'request.denied',
      actor: { type: 'STAFF', id: 'person_1', name: null },
      denial: { code: 'tenant_suspended' },
    });
  });
});

describe('an unavailable provider', () => {
  const ask = async (port: number, token: string): Promise<Answer> =>
    call(port, '/api/admin/units', { headers: { authorization: `Bearer ${token}` } });

  test('503 identity_unavailable at a gateway without its keys', async () => {
    const away = await startStaffProvider();
    await away.goAway();
    const replica = await gateway.addReplica({ STAFF_ISSUERS: JSON.stringify([away.config]) });
    const answer = await ask(replica.port, await away.sign(organization('org_away')));
    expect(codeOf(answer)).toBe('503 identity_unavailable');
    expect(answer.headers['retry-after']).toBe('5');
    await replica.stop();
  });

  test('does not matter if its keys were read within a day, even for a new gateway', async () => {
    await addTenant({ organizationId: 'org_away', slug: 'away' });
    const away = await startStaffProvider();
    const settings = { STAFF_ISSUERS: JSON.stringify([away.config]) };
    const before = await gateway.addReplica(settings);
    expect((await ask(before.port, await away.sign(organization('org_away')))).status).toBe(200);
    await waitUntil(() => SigningKeySetModel.exists({ _id: `${away.issuer}/jwks` }), {
      what: 'the kept keys',
    });
    await away.goAway();
    const after = await gateway.addReplica(settings);
    const tokens = await Promise.all(
      Array.from({ length: 50 }, (_, index) => away.sign({ ...organization('org_away'), sub: `p${index}` })),
    );
    const answers = await Promise.all(tokens.map((token) => ask(after.port, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(
      codeOf(await ask(after.port, await provider.sign({ ...organization('org_away'), iss: away.issuer }))),
    ).toBe('401 token_invalid');
    const readAt = new Date(Date.now() - 24 * 3_600_000);
    await SigningKeySetModel.updateOne({ _id: `${away.issuer}/jwks` }, { $set: { readAt } });
    const late = await gateway.addReplica(settings);
    const token = await away.sign({ ...organization('org_away'), sub: 'late' });
    expect(codeOf(await ask(late.port, token))).toBe('503 identity_unavailable');
    await Promise.all([before, after, late].map((replica) => replica.stop()));
  });
});
