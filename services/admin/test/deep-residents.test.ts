import { core } from '@pas/platform/mongo/connections';
import { UserModel } from '@pas/shared/models/user';
import { residenceIn, userRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';

const admin = await startAdmin();

test('a deep page of the residents of a property has their order, by the index of the property', async () => {
  const caller = await newTenantCaller();
  const { id: propertyId } = await addProperty(admin, caller);
  const unit = await addUnit(admin, caller, propertyId);
  const names = Array.from({ length: 1005 }, (_, n) => `Name ${String(n).padStart(4, '0')}`);
  const residences = () => [residenceIn({ id: unit.id, propertyId }, null)];
  await UserModel.insertMany(
    names.map((lastName) => userRow(caller.tenantId ?? '', { lastName, residences: residences() })),
  );
  const hints: unknown[] = [];
  const note = ({ command }: { command: { find?: unknown; hint?: unknown } }): void => {
    if (command.find === 'users') hints.push(command.hint);
  };
  const client = core.getClient().on('commandStarted', note);
  const path = `/api/admin/users?propertyId=${propertyId}&sort=lastName&limit=10`;
  const read = (offset: number) =>
    admin.call<{ users: { lastName: string }[]; total: number }>('GET', `${path}&offset=${offset}`, {
      as: caller,
    });
  const [deep, first] = [await read(1000), await read(0)];
  client.off('commandStarted', note);
  expect(deep.body.users.map(({ lastName }) => lastName)).toEqual(names.slice(1000));
  expect([deep.body.total, first.body.users[0]?.lastName]).toEqual([1005, 'Name 0000']);
  expect(hints).toEqual([expect.objectContaining({ 'residences.propertyId': 1 }), undefined]);
});
