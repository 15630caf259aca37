import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../client/http-call.ts';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { startLoad, type Load } from './load.ts';

/** Limit until a row is writable after the process whose transaction holds it has died. */
const writableMs = 12_000;

/** Enough parallel requests for a transaction to be open at any moment. */
const lanes = 8;

/** Time that a direct write waits for a row held by a transaction. */
const patienceMs = 700;

describe('a process killed inside a transaction', () => {
  let drill: Drill;
  const figures = collectFigures('abandoned-transactions');

  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });
  afterEach(() => drill.heal());

  /** Renames one property repeatedly, so that each transaction writes its row. */
  function renameProperty(propertyId: string, name: string): Load {
    let count = 0;
    const send = (): Promise<HttpAnswer<unknown>> => {
      count += 1;
      const body = { name: `${name} ${count}` };
      return drill.manager.call(`/properties/${propertyId}`, { method: 'PATCH', body });
    };
    return startLoad(Array.from({ length: lanes }, () => ({ send, expected: 200 })));
  }

  /** Whether a transaction of any process holds the property. */
  async function isHeld(propertyId: string): Promise<boolean> {
    const properties = drill.database.collection<{ _id: string }>('properties');
    const touch = { $inc: { touchedByTest: 1 } };
    try {
      await properties.updateOne({ _id: propertyId }, touch, { maxTimeMS: patienceMs });
      return false;
    } catch {
      return true;
    }
  }

  /** Freezes the replica repeatedly, until it stops between two writes. */
  async function freezeWithin(replica: string, load: Load, propertyId: string): Promise<void> {
    const freeze = async (): Promise<boolean> => {
      await load.untilMore(5);
      await drill.pause(replica);
      if (await isHeld(propertyId)) return true;
      await drill.resume(replica);
      return false;
    };
    await waitUntil(freeze, { what: 'a transaction to be frozen' });
  }

  test.each(['first', 'second', 'third'])(
    'the rows that it held are writable again in time, the %s time as well',
    { timeout: 240_000 },
    async (name) => {
      const { id: propertyId } = await drill.manager.createProperty(name);
      const load = renameProperty(propertyId, name);
      await freezeWithin('admin-1', load, propertyId);
      await drill.kill('admin-1');
      const stopping = load.stop();
      const killedAt = performance.now();
      const refusals = new Set<string>();
      const isWritten = async (): Promise<boolean> => {
        const { status, headers } = await drill.manager.call(`/properties/${propertyId}`, {
          method: 'PATCH',
          body: { openDigit: '7' },
        });
        if (status !== 200) refusals.add(`${status} ${headers['retry-after']}`);
        return status === 200;
      };
      await waitUntil(isWritten, { what: 'the property to be writable' });
      const heldMs = Math.round(performance.now() - killedAt);
      const figure = `time until the row is writable, the ${name} time`;
      figures.add({ promise: 'F9', figure, atMost: writableMs, found: heldMs, unit: 'ms' });
      expect(heldMs).toBeLessThan(writableMs);
      expect([...refusals].filter((refusal) => refusal !== '503 1')).toEqual([]);
      await stopping;
    },
  );
});
