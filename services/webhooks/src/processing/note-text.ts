import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { findNumber } from '../calls/load-place.ts';

/**
 * Notes at an assigned number that people write to it: it rests after its release, as one that people call. One text since
 * the assignment is enough, so a storm of texts writes once.
 *
 * @param to as the provider sends it
 */
export async function noteText(to: string, at: Date): Promise<void> {
  const number = await findNumber(to);
  if (number?.status !== 'ASSIGNED' || number.assignedAt === null || number.assignedAt > at) return;
  const { _id, tenantId, assignedAt, lastTextAt } = number;
  if (lastTextAt && lastTextAt >= assignedAt) return;
  await VirtualNumberModel.updateOne({ _id, tenantId, assignedAt }, { $max: { lastTextAt: at } });
}
