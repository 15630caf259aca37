import { setTimeout as pause } from 'node:timers/promises';
import { withMarkedFence } from '@pas/shared/fences/mark-fence';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { slotCount, slotId, type Parent } from '@pas/shared/fences/fence-slots';
import { newId } from '@pas/shared/ids/id';
import { FenceModel } from '@pas/shared/models/fence';
import { UnitModel } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { useDatabases } from '@pas/testing/test-databases';
import { beforeEach, describe, expect, test } from 'vitest';
import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');

/** Maximum time of a delete, in milliseconds: the gateway's time-out. */
const maxDeleteMs = 30_000;

let parent: Parent;
await useDatabases();
beforeEach(() => {
  parent = { tenantId, id: newId('property') };
});

/** Gives the parent a child, and returns the number of tries. */
const addChild = async (of = parent): Promise<number> =>
  inTransaction(core, async (session, transaction) => {
    await fenceParent(transaction, { kind: 'property', ...of });
    await UnitModel.insertMany([{ ...unitRow(tenantId), propertyId: of.id }], { session });
    return transaction.attempt;
  });

const countChildren = async (of: Parent): Promise<number> =>
  UnitModel.countDocuments({ tenantId, propertyId: of.id });

class HasChildren extends Error {}

/** Deletes the parent, which has no row of its own. */
const deleteParent = async (of = parent): Promise<void> =>
  withMarkedFence(of, async (mark) =>
    inTransaction(core, async (session, transaction) => {
      await mark(transaction, { closedAt: new Date() });
      const children = await UnitModel.countDocuments({ tenantId, propertyId: of.id }).session(session);
      if (children > 0) throw new HasChildren();
    }),
  );

describe('a fenced parent', () => {
  test('gets children from many callers together, and none of them has to try twice', async () => {
    const tries = await Promise.all(Array.from({ length: 120 }, async () => addChild()));
    expect(await countChildren(parent)).toBe(120);
    expect(tries.filter((attempt) => attempt > 1)).toEqual([]);
  });

  test('gets no child once it is deleted', async () => {
    await deleteParent();
    await expect(addChild()).rejects.toMatchObject({ kind: 'not_found' });
    expect(await countChildren(parent)).toBe(0);
  });

  test('with a child is not deleted, and can get more children', async () => {
    await addChild();
    await expect(deleteParent()).rejects.toBeInstanceOf(HasChildren);
    await addChild();
    expect(await countChildren(parent)).toBe(2);
  });

  test('is either deleted or has children after a delete ran together with creations', async () => {
    for (let round = 0; round < 40; round += 1) {
      const of = { tenantId, id: newId('property') };
      const children = Array.from({ length: 6 }, async () => addChild(of));
      const [deleted, ...creations] = await Promise.allSettled([deleteParent(of), ...children]);
      const made = creations.filter(({ status }) => status === 'fulfilled').length;
      const isDeleted = deleted.status === 'fulfilled';
      const isRight = isDeleted || (deleted.status === 'rejected' && deleted.reason instanceof HasChildren);
      const isOrphaned = isDeleted && made > 0;
      expect({ round, stored: await countChildren(of), isOrphaned, isRight }).toEqual({
        round,
        stored: made,
        isOrphaned: false,
        isRight: true,
      });
    }
  });

  test.each([
    ['continue', 0],
    ['continue and take long', 100],
  ])('is deleted in time although creations %s', async (_how, heldMs) => {
    const gone = { tenantId, id: newId('property') };
    const over = new AbortController();
    // Each is refused at its end. So there is never a child, and the slots are always in use.
    const churn = async (): Promise<void> => {
      while (!over.signal.aborted)
        await inTransaction(core, async (_session, transaction) => {
          await fenceParent(transaction, { kind: 'property', ...gone });
          await pause(heldMs);
          throw new HasChildren();
        }).catch(() => undefined);
    };
    const churning = Array.from({ length: 30 }, churn);
    try {
      const startedAt = performance.now();
      await deleteParent(gone);
      expect(performance.now() - startedAt).toBeLessThan(maxDeleteMs);
    } finally {
      over.abort();
      await Promise.all(churning);
    }
    await expect(addChild(gone)).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('gets children again after its delete was interrupted', async () => {
    const slots = Array.from({ length: slotCount }, (_, slot) => ({
      _id: slotId(parent, slot),
      tenantId,
      passed: 0,
      closedAt: null,
      closingUntil: new Date(Date.now() + 300),
    }));
    await FenceModel.insertMany(slots);
    await addChild();
    expect(await countChildren(parent)).toBe(1);
  });
});
