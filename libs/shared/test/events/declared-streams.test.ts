import { busCheck } from '@pas/platform/events/bus-status';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { NotDeclared } from '@pas/platform/events/not-declared';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { readReadiness, type Readiness } from '@pas/platform/health/readiness';
import { consumers } from '@pas/shared/events/traffic';
import { declareBus } from '@pas/shared/events/declare-bus';
import { startConsumer } from '@pas/shared/events/start-consumer';
import { createEnvelope } from '@pas/platform/events/envelope';
import { createLogger } from '@pas/platform/log/logger';
import { OutboxModel } from '@pas/platform/events/outbox';
import { appendEvents } from '@pas/testing/append-events';
import { useDatabases } from '@pas/testing/test-databases';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connected } from './event-harness.ts';

const dispatched = 'pas.v1.onboarding.invite.dispatched';
await useDatabases();
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });

/** A bus as the workers of admin have it, on a server where nothing is declared yet. */
describe('a program whose streams are not declared', () => {
  let nats: OwnNats;
  let bus: Bus;
  let operator: Bus;
  let consumer: RunningConsumer | undefined;
  let handled: string[];

  beforeEach(async () => {
    nats = await prepareOwnNats();
    await nats.start();
    bus = connectBus({ url: nats.urlOf('admin-workers'), name: 'admin', log });
    operator = connectBus({ url: nats.url, name: 'operator', log });
    await Promise.all([connected(bus), connected(operator)]);
    handled = [];
  });
  afterEach(async () => {
    await consumer?.stop();
    await Promise.all([bus.close(), operator.close()]);
    await nats.wipe();
  });

  const readiness = (): Promise<Readiness> => readReadiness([busCheck(bus)]);
  const publish = async (subject: string): Promise<void> => {
    const data = {
      aggregateVersion: 1,
      inviteId: subject,
      propertyId: 'prop_1',
      unitId: 'unit_1',
      deliveries: [],
    };
    const event = { type: dispatched, tenantId: 'ten_1', subject, data };
    const envelope = createEnvelope(event, 'admin', new Date());
    await appendEvents(OutboxModel, [envelope], { environment: 'TEST' });
    await bus.publish(dispatched, JSON.stringify(envelope), { msgId: envelope.id });
  };
  const consume = (): void => {
    consumer = startConsumer({
      bus,
      log,
      environment: 'TEST',
      ...consumers.deliverInvites,
      handle: async ({ subject }) => void handled.push(subject),
    });
  };

  test('a publication fails with the command that mends it, and degrades the process', async () => {
    await expect(publish('early')).rejects.toThrow(NotDeclared);
    expect(await readiness()).toMatchObject({
      status: 'degraded',
      checks: { nats: { message: expect.stringContaining('pas streams apply') as string } },
    });
    await declareBus(operator);
    await publish('later');
    await expect.poll(async () => (await readiness()).status).toBe('ready');
  });

  test('a consumer says once what is missing, degrades the process, and works once it is declared', async () => {
    const warn = vi.spyOn(log, 'warn');
    consume();
    await expect.poll(async () => (await readiness()).status).toBe('degraded');
    expect(warn.mock.calls.map(([, message]) => message)).toEqual([
      'The event bus has no consumer deliver-invites of the stream ONBOARDING. If it stays so, run `pas streams apply`.',
    ]);
    await declareBus(operator);
    await publish('first');
    await expect.poll(() => handled).toEqual(['first']);
    await expect.poll(async () => (await readiness()).status).toBe('ready');
  });

  test('a running consumer gets all remaining events of its stream after its durable is lost and made again', async () => {
    await declareBus(operator);
    consume();
    await publish('before');
    await expect.poll(() => handled).toEqual(['before']);
    const { stream, durable } = consumers.deliverInvites;
    await operator.manage((manager) => manager.consumers.delete(stream, durable));
    await publish('meanwhile');
    await waitUntil(async () => (await readiness()).status === 'degraded', {
      what: 'the loss to be seen',
    });
    await declareBus(operator);
    await expect.poll(() => handled.toSorted()).toEqual(['before', 'before', 'meanwhile']);
  });

  test('a running consumer continues after the server has lost its disk and all is declared again', async () => {
    await declareBus(operator);
    consume();
    await publish('before');
    await expect.poll(() => handled).toEqual(['before']);
    await nats.wipe();
    await nats.start();
    await Promise.all([connected(bus), connected(operator)]);
    await declareBus(operator);
    await waitUntil(
      () =>
        publish('after').then(
          () => true,
          () => false,
        ),
      { what: 'the stream to take events' },
    );
    await expect.poll(() => handled).toEqual(['before', 'after']);
  });
});
