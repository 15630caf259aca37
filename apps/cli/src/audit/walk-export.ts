import { genesisHash, hashContent } from '@pas/shared/audit-chain/link-hash';
import type { VerifiedCheckpoints } from '@pas/shared/audit-chain/read-checkpoints';
import { parseRecord, sealedFormOf, type ExportedRecord } from './exported-record.ts';
import type { ExportLine } from './read-export.ts';

/** Reason why a record differs from the sealed one. */
export type BreakReason =
  | 'changed'
  | 'personal_value_replaced'
  | 'differs_from_checkpoint'
  | 'foreign'
  | 'removed'
  | 'reordered'
  | 'cut_off'
  | 'unreadable';

/** Result of a check that ends at the first broken record or at the end. */
export interface ExportCheck {
  /** Records that are as they were sealed. */
  checked: number;
  /** The last intact record; null when the first one is broken. */
  last: ExportedRecord | null;
  /** The first broken record; null when all are intact. */
  broken: { seq: number; reason: BreakReason } | null;
}

interface Chain {
  /** The first record of the export, which names the tenant of the chain. */
  first: ExportedRecord;
  vouched: VerifiedCheckpoints;
}

/** Returns why a record with the expected number differs from the sealed one; null when it is intact. */
async function findBreakReason(
  { first, vouched }: Chain,
  record: ExportedRecord,
  lastHash: string,
): Promise<BreakReason | null> {
  const form = sealedFormOf(record);
  const isLinked = record.prevHash === lastHash;
  if (!isLinked && record.context.environment !== first.context.environment) return 'foreign';
  if (!form || !isLinked || hashContent(lastHash, form.content) !== record.hash) return 'changed';
  if (!form.hasItsValues) return 'personal_value_replaced';
  const hashes = await vouched.hashesAt(record.seq);
  return hashes.every((hash) => hash === record.hash) ? null : 'differs_from_checkpoint';
}

/** Returns whether a later line has the record with this number. */
async function comesLater(lines: AsyncIterator<ExportLine>, { first }: Chain, seq: number): Promise<boolean> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const record = parseRecord(next.value.value);
    if (record?.seq === seq && record.tenantId === first.tenantId) return true;
  }
  return false;
}

/** Returns why a line cannot be the expected record, judged by tenant and number; null when it may be. */
async function findMisplacement(
  lines: AsyncIterator<ExportLine>,
  chain: Chain,
  { record, expected }: { record: ExportedRecord | null; expected: number },
): Promise<BreakReason | null> {
  if (!record) return 'unreadable';
  if (record.tenantId !== chain.first.tenantId) return 'foreign';
  if (record.seq === expected) return null;
  const isReordered = record.seq < expected || (await comesLater(lines, chain, expected));
  return isReordered ? 'reordered' : 'removed';
}

/**
 * Checks records in order until one is broken. Keeps only the last record in memory.
 *
 * @param lines lines after the first record
 */
export async function walkExport(chain: Chain, lines: AsyncIterator<ExportLine>): Promise<ExportCheck> {
  let [expected, lastHash] = [1, genesisHash];
  let last: ExportedRecord | null = null;
  const stopAt = (reason: BreakReason): ExportCheck => ({
    checked: expected - 1,
    last,
    broken: { seq: expected, reason },
  });
  let record: ExportedRecord | null = chain.first;
  for (;;) {
    const misplaced = await findMisplacement(lines, chain, { record, expected });
    if (misplaced || !record) return stopAt(misplaced ?? 'unreadable');
    const reason = await findBreakReason(chain, record, lastHash);
    if (reason) return stopAt(reason);
    last = record;
    lastHash = record.hash;
    expected += 1;
    const next = await lines.next();
    if (next.done) break;
    record = parseRecord(next.value.value);
  }
  return (await chain.vouched.reachesBeyond(expected - 1))
    ? stopAt('cut_off')
    : { checked: expected - 1, last, broken: null };
}
