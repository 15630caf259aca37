import { randomBytes } from 'node:crypto';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { OutboxModel } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { createLogger } from '@pas/platform/log/logger';
import { startTracing } from '@pas/platform/trace/start-tracing';
import { declareBus } from '@pas/shared/events/declare-bus';
import { startOtlpReceiver, type OtlpReceiver } from '@pas/testing/otlp-receiver';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { testLinks, testPasses } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDeliverInvites } from '../src/consumers/deliver-invites.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';

const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

const admin = await startAdmin();
const nats = await prepareOwnNats();

let bus: Bus;
let running: { stop(): Promise<void> }[];
let receiver: OtlpReceiver;
let tracing: { stop(): Promise<void> };

beforeAll(async () => {
  await nats.start();
  receiver = await startOtlpReceiver();
  const config = {
    ENVIRONMENT: environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  tracing = await startTracing(config, { service: 'admin', build: { version: '1.0.0', build: 'tests' } });
  bus = connectBus({ url: nats.url, name: 'admin', log });
  await waitUntil(() => bus.isConnected(), { what: 'the connection' });
  await declareBus(bus);
  const retry = { firstMs: 100, maxMs: 100, giveUpMs: 60_000 };
  const mailer = { send: () => Promise.resolve(), close: () => undefined };
  const worker = { bus, log, environment, events: leaveToSweeper };
  running = [
    startDeliverInvites({ ...worker, links: testLinks, passes: testPasses, mailer, texts: null, retry }),
    startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log }),
  ];
});
afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()));
  await tracing.stop();
  await receiver.stop();
  await bus.close();
  await nats.wipe();
});

test('a request, its event, the consumer and the mail are spans of one trace below the caller’s span', async () => {
  const caller = await newTenantCaller();
  const property = await addProperty(admin, caller);
  const unit = await addUnit(admin, caller, property.id);
  const [traceId, callerSpan] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const email = `traced.${traceId}@example.test`;
  await admin.call('POST', '/api/admin/onboarding/invite', {
    as: caller,
    headers: { traceparent: `00-${traceId}-${callerSpan}-01` },
    body: { unitId: unit.id, inviteeEmail: email, dispatch: ['EMAIL'] },
  });
  const names = [
    'POST /api/admin/onboarding/invite',
    'publish pas.v1.onboarding.invite.dispatched',
    'process deliver-invites',
    'send EMAIL',
  ];
  const found = () => receiver.spansOf(traceId);
  await expect.poll(() => found().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const spans = names.map((name) => found().find((span) => span.name === name));
  const [request, ...caused] = spans;
  expect(request).toMatchObject({
    service: 'admin',
    parentSpanId: callerSpan,
    isFailed: false,
    attributes: { 'http.route': '/api/admin/onboarding/invite', 'pas.tenant_id': caller.tenantId },
  });
  for (const span of caused) expect(span).toMatchObject({ parentSpanId: request?.spanId, isFailed: false });
  expect(receiver.received()).not.toContain(email);
});
