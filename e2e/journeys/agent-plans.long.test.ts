import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openAgent, type Agent } from '../client/connect-agent.ts';
import { bodyOf, call } from '../client/http-call.ts';
import { createCompany } from '../client/new-company.ts';
import { addResident } from '../client/new-resident.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

interface Plan {
  plan: { hash: string; effects: { kind: string; count: number }[] };
}

interface Rows<Row> {
  total: number;
  rows: Row[];
}

let system: SharedSystem;
let manager: PropertyManager;
let apiKey: string;
let baseUrl: string;

beforeAll(async () => {
  system = await useSystem();
  baseUrl = system.local.gatewayUrl;
  apiKey = (await createCompany(system.local, { name: `Agents ${randomUUID()}` })).key;
  manager = actAsManager({ gatewayUrl: baseUrl, key: apiKey });
});

const open = (): Promise<Agent> => openAgent({ baseUrl, apiKey, access: 'write', onBehalfOf: 'Kim' });

test('a lost phone is revoked by its confirmed plan alone, and by no other hash', async () => {
  const agent = await open();
  const { userId, email, signedIn } = await addResident(system.portalOf('DEV'), manager);
  const phone = { provider: 'FCM', platform: 'ANDROID', token: `token-${randomUUID()}` };
  await bodyOf(call(`${baseUrl}/devices`, { bearer: signedIn.token, body: phone }), 201);
  const reason = 'The phone was lost in the metro';
  const [person] = (await agent.use<Rows<{ id: string }>>('listUsers', { q: email })).data.rows;
  expect(person?.id).toBe(userId);
  const phones = async () =>
    (await agent.use<Rows<{ id: string; status: string }>>('listDevices', { userId })).data.rows;
  const [{ id } = { id: '' }] = await phones();
  const revoke = () => agent.use<Plan>('deleteDevice', { id, reason });
  const { plan } = (await revoke()).data;
  expect(plan.effects).toMatchObject([{ kind: 'device', count: 1 }]);
  const other = await agent.use('commitPlan', { hash: `${plan.hash.slice(0, -1)}_` });
  expect(other.data).toMatchObject({ error: { code: 'plan_unknown' } });
  expect(await phones()).toMatchObject([{ id, status: 'ACTIVE' }]);
  expect(await agent.use('commitPlan', { hash: plan.hash })).toMatchObject({
    isError: false,
    data: { done: true },
  });
  expect((await phones()).filter(({ status }) => status === 'ACTIVE')).toEqual([]);
  expect(agent.questions).toEqual([expect.stringContaining(reason)]);
  await agent.client.close();
});

test('a deletion whose effects have changed since its plan is refused by the API', async () => {
  const agent = await open();
  const { id: propertyId } = await manager.createProperty('Deleted');
  const { id } = await manager.ensureUnit(propertyId, '1');
  const given = { operation: 'deleteUnit', arguments: { id, reason: 'The unit was merged' } };
  const { hash } = (await agent.use<Plan>('callOperation', given)).data.plan;
  await manager.createInvite(id, `late.${randomUUID()}@example.test`);
  const refused = await agent.use('commitPlan', { hash });
  expect(refused.data).toMatchObject({ error: { status: 409, code: 'plan_changed' } });
  expect((await agent.use('callOperation', { operation: 'getUnit', arguments: { id } })).isError).toBe(false);
  const again = (await agent.use<Plan>('callOperation', given)).data.plan;
  expect((await agent.use('commitPlan', { hash: again.hash })).isError).toBe(false);
  expect((await agent.use('callOperation', { operation: 'getUnit', arguments: { id } })).isError).toBe(true);
  await agent.client.close();
});

test('many invites are sent by one confirmed plan, and by none that the person declines', async () => {
  const agent = await open();
  const { id: propertyId } = await manager.createProperty('Bulk');
  const { id: unitId } = await manager.ensureUnit(propertyId, '1');
  const inviteIds: string[] = [];
  for (let each = 0; each < 3; each += 1)
    inviteIds.push((await manager.createInvite(unitId, `bulk.${randomUUID()}@example.test`)).id);
  const given = { operation: 'dispatchInvites', arguments: { inviteIds, reason: 'The building opens' } };
  const plan = async () => (await agent.use<Plan>('callOperation', given)).data.plan;
  const sent = async () =>
    (await Promise.all(inviteIds.map((id) => manager.readInvite(id)))).flatMap(
      ({ deliveries }) => deliveries,
    );
  agent.confirms = false;
  const declined = await plan();
  expect(declined.effects).toContainEqual(expect.objectContaining({ kind: 'email', count: 3 }));
  expect((await agent.use('commitPlan', { hash: declined.hash })).isError).toBe(true);
  expect(await sent()).toEqual([]);
  agent.confirms = true;
  const done = await agent.use('commitPlan', { hash: (await plan()).hash });
  expect(done.isError).toBe(false);
  expect(done.text).not.toMatch(/\/join\/[\w-]{20}/);
  expect(await sent()).toHaveLength(3);
  await agent.client.close();
});
