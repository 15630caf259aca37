import { join } from 'node:path';
import { listDeadLetters } from '@pas/platform/events/dead-letters';
import { core } from '@pas/platform/mongo/connections';
import { useProcesses } from '@pas/testing/killable-processes';
import { drillSize } from '@pas/testing/drill-size';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  allSent,
  declareConsumer,
  environment,
  labels,
  useEventHarness,
  writeEvents,
} from './event-harness.ts';

const durable = 'crash-test';
const rounds = drillSize({ short: 2, long: 6 });

const harness = await useEventHarness();
const workers = useProcesses(join(import.meta.dirname, 'crashing-worker.ts'));

const startWorker = () => workers.start(harness.databases.coreUrl, harness.nats.url, environment, durable);

describe('relays and consumers that are killed at any moment', () => {
  beforeAll(async () => {
    const subjects = ['pas.v1.onboarding.invite.created'];
    await declareConsumer(harness.bus, { stream: 'ONBOARDING', durable, subjects, ackWaitMs: 2000 });
  });

  test('lose no event, and give each one effect', async () => {
    const written: string[] = [];
    let victim = startWorker();
    for (let round = 1; round <= rounds; round += 1) {
      const successor = startWorker();
      for (const name of labels(`round-${round}`, 10)) {
        const events = await writeEvents([...labels(name, 9), `poison-${name}`]);
        written.push(...events.filter(({ subject }) => !subject.startsWith('poison')).map(({ id }) => id));
      }
      const progress = written.length - 45;
      await waitUntil(async () => (await countEffects()) >= progress, {
        what: 'some of the round',
      });
      await workers.kill(victim);
      victim = successor;
    }
    await allSent();
    await waitUntil(async () => (await countEffects()) >= written.length, {
      what: 'all effects',
    });
    const effects = await core.collection<{ _id: string }>('effects').distinct('_id');
    expect(effects.toSorted()).toEqual(written.toSorted());

    const poisoned = rounds * 10;
    const letters = await waitUntil(
      async () => {
        const all = await listDeadLetters(harness.bus, { durable });
        return all.length >= poisoned ? all : null;
      },
      { what: 'all poison to be among the dead letters' },
    );
    expect(new Set(letters.map(({ envelope }) => envelope?.id)).size).toBe(poisoned);
    expect(letters).toHaveLength(poisoned);
  });

  async function countEffects(): Promise<number> {
    return core.collection('effects').countDocuments({});
  }
});
