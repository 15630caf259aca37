import { core } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addDevice, addHome, addSession, addUser } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

/** Records the statements in the Core during work, by command and collection. */
async function statementsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const note = (event: { commandName: string; command: Record<string, unknown> }): void => {
    const { commandName: name, command } = event;
    if (command['$db'] !== core.name && name !== 'commitTransaction') return;
    const key = name === 'commitTransaction' ? name : `${name} ${String(command[name])}`;
    seen[key] = (seen[key] ?? 0) + 1;
  };
  const client = core.getClient().on('commandStarted', note);
  await work();
  client.off('commandStarted', note);
  return seen;
}

test('a move-out is one transaction with one write per collection, for any number of sessions and devices', async () => {
  const leave = async (count: number) => {
    const unitId = (await addUnit(admin, caller, propertyId, newId('unit'))).id;
    const { id: userId } = await addUser(admin, caller);
    const user = await addHome(admin, caller, { userId, unitId });
    for (let each = 0; each < count; each += 1) {
      await addSession(user);
      await addDevice(user);
    }
    const path = `/api/admin/users/${userId}/move-out`;
    return statementsOf(async () => {
      expect((await admin.call('POST', path, { as: caller, body: { unitId } })).status).toBe(200);
    });
  };
  const [few, many] = [await leave(1), await leave(5)];
  expect(many).toEqual(few);
  expect(few).toEqual({
    'find invites': 1,
    'find users': 3,
    'find units': 1,
    'find sessions': 2,
    'find devices': 2,
    'find access_passes': 1,
    'update users': 1,
    'update sessions': 1,
    'update devices': 1,
    // The unit is locked against concurrent moves, and its occupancy is stored.
    'findAndModify units': 1,
    'update units': 1,
    'insert move_receipts': 1,
    'insert outbox': 1,
    commitTransaction: 1,
  });
});
