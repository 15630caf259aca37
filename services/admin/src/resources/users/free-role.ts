import type { OperationContext } from '@pas/shared/context/operation-context';
import { UserModel, type Residence } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';

/**
 * Returns the default role of a new resident: OCCUPANT if the unit has another PRIMARY at the start, else PRIMARY.
 */
export async function freeRole(
  { tenantId }: OperationContext,
  { unitId, startsAt }: Pick<Residence, 'unitId' | 'startsAt'>,
  session: ClientSession,
): Promise<Residence['role']> {
  const isOpen = [{ endsAt: null }, { endsAt: { $gt: startsAt } }];
  const primary = { unitId, role: 'PRIMARY', startsAt: { $lte: startsAt }, $or: isOpen };
  const filter = { tenantId, isLive: true, residences: { $elemMatch: primary } };
  return (await UserModel.findOne(filter, { _id: 1 }).session(session).lean()) ? 'OCCUPANT' : 'PRIMARY';
}
