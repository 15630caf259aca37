import type { Bus } from '@pas/platform/events/bus';
import { streams } from '@pas/shared/events/streams';
import { declaredConsumers } from '@pas/shared/events/traffic';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectTestBus } from './connect-test-bus.ts';
import { runPas } from './run-pas.ts';

const dayNanos = 24 * 3_600_000_000_000;

describe('pas streams apply', () => {
  let nats: OwnNats;
  let bus: Bus;

  beforeAll(async () => {
    nats = await prepareOwnNats();
  });
  beforeEach(async () => {
    await nats.start();
    bus = await connectTestBus(nats.url);
  });
  afterEach(async () => {
    await bus.close();
    await nats.wipe();
  });

  const apply = (...options: string[]) =>
    runPas(['streams', 'apply', ...options], { NATS_URL: nats.urlOf('declarer') });
  const configOf = async (name: string) => (await bus.manage((manager) => manager.streams.info(name))).config;

  test('creates every stream and consumer as the declarer, and may run again', async () => {
    for (const _time of [1, 2]) expect(await apply()).toMatchObject({ code: 0, stdout: '' });
    for (const { name, subjects } of streams) expect(await configOf(name)).toMatchObject({ subjects });
    for (const { stream, durable } of declaredConsumers) {
      const found = await bus.manage(({ consumers }) => consumers.info(stream, durable));
      expect(found.config).toMatchObject({ deliver_policy: 'all', ack_policy: 'explicit', max_deliver: -1 });
    }
    expect(await configOf('AUDIT')).toMatchObject({
      deny_delete: true,
      deny_purge: true,
      discard: 'new',
      max_age: 14 * dayNanos,
    });
  });

  test('updates a stream of an earlier release, and keeps its messages and subjects', async () => {
    const subjects = ['pas.v1.audit.>', 'pas.v1.older.>'];
    await bus.manage((manager) => manager.streams.add({ name: 'AUDIT', subjects, max_age: 30 * dayNanos }));
    await bus.publish('pas.v1.audit.record.submitted', '{}', { msgId: 'one' });
    expect(await apply()).toMatchObject({ code: 0 });
    expect(await configOf('AUDIT')).toMatchObject({
      subjects,
      deny_delete: true,
      deny_purge: true,
      max_age: 14 * dayNanos,
    });
    expect(await bus.readMessage('AUDIT', '>', 1)).toMatchObject({ seq: 1 });
  });

  test('names the setting of the declaring user when the bus refuses this one', async () => {
    const outcome = await runPas(['streams', 'apply'], { NATS_URL: nats.urlOf('cli') });
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain('Set DECLARER_NATS_URL to the user that declares streams.');
  });

  test('names a missing address', async () => {
    const { code, stderr } = await runPas(['streams', 'apply'], {});
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DECLARER_NATS_URL') as string,
    });
  });
});
