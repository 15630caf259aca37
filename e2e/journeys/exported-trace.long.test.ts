import { randomBytes, randomUUID } from 'node:crypto';
import { startOtlpReceiver, type OtlpReceiver } from '@pas/testing/otlp-receiver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveMail } from '../client/mailbox.ts';
import { actAsManager } from '../client/property-manager.ts';
import { startCluster, type Cluster } from '../start-cluster.ts';

// Its short form in the default run is exported-trace.test.ts of admin.
let receiver: OtlpReceiver;
let cluster: Cluster;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  cluster = await startCluster({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
});
afterAll(async () => {
  await cluster.stop();
  await receiver.stop();
});

test('a dispatch is one trace from the gateway over admin, outbox and consumer to the mail', async () => {
  const { gatewayUrl, apiKey, mailboxUrl } = cluster.local;
  const manager = actAsManager({ gatewayUrl, key: apiKey });
  const property = await manager.createProperty('Traced');
  const unit = await manager.ensureUnit(property.id, '1');
  const email = `traced.${randomUUID()}@example.test`;
  const invite = await manager.createInvite(unit.id, email);
  const [traceId, callerSpan] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  // The gateway decides on the recording, not the flag of the client.
  const headers = { traceparent: `00-${traceId}-${callerSpan}-00` };
  await manager.call(`/onboarding/invites/${invite.id}/dispatch`, { method: 'POST', headers });
  await receiveMail(mailboxUrl, email);

  const names = [
    'POST /api/admin',
    'POST /api/admin/onboarding/invites/{idOrToken}/dispatch',
    'publish pas.v1.onboarding.invite.dispatched',
    'process deliver-invites',
    'send EMAIL',
  ];
  const found = () => receiver.spansOf(traceId);
  await expect.poll(() => found().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const spans = names.map((name) => found().find((span) => span.name === name));
  const [gateway, admin, ...caused] = spans;
  expect(gateway).toMatchObject({ service: 'gateway', parentSpanId: callerSpan });
  expect(admin).toMatchObject({ service: 'admin', parentSpanId: gateway?.spanId });
  for (const span of caused) expect(span?.parentSpanId).toBe(admin?.spanId);
  for (const secret of [email, apiKey, invite.token]) expect(receiver.received()).not.toContain(secret);
});

test('a tap is one trace from the gateway over admin to the command of the door', async () => {
  const { gatewayUrl, apiKey } = cluster.local;
  const manager = actAsManager({ gatewayUrl, key: apiKey });
  const { id: propertyId } = await manager.createProperty('Traced door');
  const controller = { adapter: 'nats', ref: randomUUID() };
  const door = { propertyId, kind: 'DOOR', name: 'Front door', controller };
  type Door = { accessPoint: { id: string } };
  const { body } = await manager.call<Door>('/access-points', { body: door });
  const traceId = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-00` };
  const path = `/access-points/${body.accessPoint.id}/unlock`;
  await manager.call(path, { body: { reason: 'Delivery' }, headers });

  const names = ['POST /api/admin', 'POST /api/admin/access-points/{id}/unlock', 'unlock by nats'];
  const found = () => receiver.spansOf(traceId);
  await expect.poll(() => found().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const [gateway, admin, command] = names.map((name) => found().find((span) => span.name === name));
  expect(admin).toMatchObject({ service: 'admin', parentSpanId: gateway?.spanId });
  expect(command).toMatchObject({ service: 'admin', parentSpanId: admin?.spanId, isFailed: false });
});
