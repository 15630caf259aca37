import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { findNumber } from '../calls/find-number.ts';

/**
 * Records on an assigned number that it receives texts. The number is then quarantined after its release, as a called
 * number is. One text after the assignment suffices, so a storm of texts causes one write.
 *
 * @param to the number in the form of the provider
 */
export async function recordInboundText(to: string, at: Date): Promise<void> {
  const number = await findNumber(to);
  if (number?.status !== 'ASSIGNED' || number.assignedAt === null || number.assignedAt > at) return;
  const { _id, tenantId, assignedAt, lastTextAt } = number;
  if (lastTextAt && lastTextAt >= assignedAt) return;
  await VirtualNumberModel.updateOne({ _id, tenantId, assignedAt }, { $max: { lastTextAt: at } });
}
