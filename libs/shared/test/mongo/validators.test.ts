import { describe, expect, test } from 'vitest';
import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { inviteRow, residenceIn, unitRow, userRow } from '@pas/testing/rows';

const tenantId = 'ten_harbor';

await useDatabases(openOwnDatabases);

const refusal = /failed validation/;

describe('a value outside of a model’s choices', () => {
  test('is refused by the store in a raw insert', async () => {
    const unit = { ...unitRow(tenantId), occupancy: 'HAUNTED' };
    await expect(UnitModel.collection.insertOne(unit as never)).rejects.toThrow(refusal);
  });

  test('is refused in an update, even of a nullable field', async () => {
    const invite = inviteRow(unitRow(tenantId));
    await InviteModel.collection.insertOne(invite as never);
    const set = (fields: object) =>
      InviteModel.collection.updateOne({ _id: invite._id, tenantId } as never, { $set: fields });
    await expect(set({ expiredReason: 'BORED' })).rejects.toThrow(refusal);
    await expect(set({ status: 'EXPIRED', expiredReason: 'TTL' })).resolves.toMatchObject({
      modifiedCount: 1,
    });
  });

  test('is refused inside a list', async () => {
    const residence = { ...residenceIn({ id: 'unit_1', propertyId: 'prop_1' }), role: 'GHOST' };
    const user = { ...userRow(tenantId), residences: [residence] };
    await expect(UserModel.collection.insertOne(user as never)).rejects.toThrow(refusal);
  });
});
