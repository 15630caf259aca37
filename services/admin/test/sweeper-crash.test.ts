import { join } from 'node:path';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { useProcesses } from '@pas/testing/killable-processes';
import { useDatabases } from '@pas/testing/test-databases';
import { drillSize } from '@pas/testing/drill-size';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { residenceIn, unitRow, userRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const kills = drillSize({ short: 1, long: 4 });
const people = 60 * kills;
const { coreUrl, controlUrl } = await useDatabases();
const sweepers = useProcesses(join(import.meta.dirname, 'crashing-sweeper.ts'));

const startSweeping = () => sweepers.start(coreUrl, controlUrl);

const occupiedUnit = (): UnitRow => unitRow(tenantId, { occupancy: 'OCCUPIED' });

/** Adds people whose homes have ended without a sweeper run, three per unit. */
async function addLeavers(): Promise<string[]> {
  const units = Array.from({ length: people / 3 }, occupiedUnit);
  await UnitModel.insertMany(units);
  const over = new Date(Date.now() - 1000);
  const users = units.flatMap(({ _id: id, propertyId }) =>
    Array.from({ length: 3 }, () => {
      const residence = { ...residenceIn({ id, propertyId }, over), dueAt: over };
      return userRow(tenantId, { residences: [residence] });
    }),
  );
  await UserModel.insertMany(users);
  return users.map(({ _id }) => _id);
}

const eventsOf = (subject: string) => OutboxModel.find({ tenantId, subject }).lean();
const countEnded = () =>
  OutboxModel.countDocuments({ tenantId, subject: 'pas.v1.onboarding.residence.ended' });

test('sweepers that are killed at any moment apply each due change once', async () => {
  const ids = (await addLeavers()).toSorted();
  let victim = startSweeping();
  for (let round = 1; round <= kills; round += 1) {
    const successor = startSweeping();
    const wanted = Math.floor((people / (kills + 2)) * round);
    const progress = { what: `${wanted} ended residences` };
    await waitUntil(async () => (await countEnded()) >= wanted, progress);
    await sweepers.kill(victim);
    victim = successor;
  }
  await waitUntil(async () => (await countEnded()) >= people, { what: 'all of them' });
  const ended = await eventsOf('pas.v1.onboarding.residence.ended');
  expect(ended.map(({ envelope }) => String(envelope.data['userId'])).toSorted()).toEqual(ids);
  const records = await eventsOf('pas.v1.audit.record.submitted');
  expect(records.map(({ envelope }) => envelope.subject).toSorted()).toEqual(ids);
  expect(await UnitModel.countDocuments({ tenantId, occupancy: 'OCCUPIED' })).toBe(0);
  expect(await UserModel.countDocuments({ tenantId, 'residences.dueAt': { $ne: null } })).toBe(0);
});
