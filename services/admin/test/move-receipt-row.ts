import { newId } from '@pas/shared/ids/id';
import { MoveReceiptModel } from '@pas/shared/models/move-receipt';
import type { UserRow } from '@pas/shared/models/user';

/**
 * Adds the receipt of a user's move-out; the user still lives in the unit.
 *
 * @returns its id
 */
export async function addMoveReceipt(
  tenantId: string,
  { unit, user }: { unit: { id: string; propertyId: string }; user: UserRow },
): Promise<string> {
  const _id = newId('moveReceipt');
  const row = {
    _id,
    tenantId,
    userId: user._id,
    kind: 'MOVE_OUT' as const,
    residenceId: user.residences[0]?.id ?? '',
    unitId: unit.id,
    propertyId: unit.propertyId,
    endedBefore: null,
    endedAt: new Date(),
    startedResidenceId: null,
    isDone: true,
    sessions: [],
    devices: [],
    passes: [],
    receipt: {},
    createdAt: new Date(),
    undoneAt: null,
  };
  await MoveReceiptModel.insertMany([row]);
  return _id;
}
