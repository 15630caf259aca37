import type { ClientSession } from 'mongoose';
import { VirtualNumberModel, type VirtualNumberRow } from './virtual-number.ts';

/**
 * Finds the phones (E.164) that are virtual numbers in service, of any tenant of the Core. A call to such a phone would
 * come back as the call of a visitor.
 */
export async function findVirtualNumbers(
  phones: readonly (string | null)[],
  session: ClientSession | null = null,
): Promise<ReadonlySet<string>> {
  const known = [...new Set(phones.filter((phone) => phone !== null))];
  if (known.length === 0) return new Set();
  const rows = await VirtualNumberModel.find({ number: { $in: known }, isInService: true }, { number: 1 })
    .setOptions({ crossTenant: 'number-in-service' })
    .session(session)
    .lean<Pick<VirtualNumberRow, 'number'>[]>();
  return new Set(rows.map(({ number }) => number));
}
