import { takeTurns } from '@pas/platform/concurrency/take-turns';
import { personalDigest } from '@pas/shared/audit/personal-digest';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { genesisHash, hashLink } from '@pas/shared/audit-chain/link-hash';
import { digestPlaces, readPersonalValues } from '@pas/shared/audit-chain/personal-values';
import type { VerifiedCheckpoints } from '@pas/shared/audit-chain/read-checkpoints';
import { readLinks } from './read-links.ts';

/** Range of a tenant's chain to verify. */
export interface Walk {
  tenantId: string;
  from: number;
  /** Inclusive. */
  to: number;
  vouched: VerifiedCheckpoints;
  /** Milliseconds since the epoch. */
  deadline: number;
}

export interface WalkResult {
  /** The first link that was not found intact. */
  nextSeq: number;
  /** Null when all links are intact or time ran out. */
  firstBrokenSeq: number | null;
  /** The hash of the last intact link. */
  lastHash: string;
}

/** Returns the hash before the first link of a range; null when that link is missing. */
async function hashBefore(tenantId: string, seq: number): Promise<string | null> {
  if (seq === 1) return genesisHash;
  const before = await AuditRecordModel.findOne({ tenantId, seq: seq - 1 }, { hash: 1 }).lean();
  return before?.hash ?? null;
}

/**
 * Finds the links of a batch whose personal values differ from the sealed ones. Erased values do not count.
 */
async function findReplaced(
  tenantId: string,
  batch: readonly AuditRecordRow[],
): Promise<ReadonlySet<number>> {
  const values = await readPersonalValues(tenantId, batch);
  const isReplaced = (digest: string): boolean => {
    const kept = values.get(digest);
    return kept !== undefined && personalDigest(kept.salt, kept.value) !== digest;
  };
  const replaced = batch.filter((row) => digestPlaces(row).some(({ digest }) => isReplaced(digest)));
  return new Set(replaced.map(({ seq }) => seq));
}

/** Whether a link has its sealed content, follows the last hash, and agrees with the checkpoints. */
async function isIntact(
  row: AuditRecordRow,
  at: { seq: number; lastHash: string; vouched: VerifiedCheckpoints },
) {
  const { seq, lastHash, vouched } = at;
  const isLinked = row.seq === seq && row.prevHash === lastHash && row.hash === hashLink(lastHash, row);
  return isLinked && (await vouched.hashesAt(seq)).every((hash) => hash === row.hash);
}

/** Verifies links one by one until one is broken, the range ends, or time runs out. */
export async function walkLinks({ tenantId, from, to, vouched, deadline }: Walk): Promise<WalkResult> {
  const before = await hashBefore(tenantId, from);
  if (before === null) return { nextSeq: from, firstBrokenSeq: from - 1, lastHash: '' };
  let [seq, lastHash] = [from, before];
  const turn = takeTurns();
  for await (const batch of readLinks({ filter: { tenantId }, from, to })) {
    const replaced = await findReplaced(tenantId, batch);
    for (const row of batch) {
      await turn();
      if (Date.now() > deadline) return { nextSeq: seq, firstBrokenSeq: null, lastHash };
      const isBroken = replaced.has(row.seq) || !(await isIntact(row, { seq, lastHash, vouched }));
      if (isBroken) return { nextSeq: seq, firstBrokenSeq: seq, lastHash };
      lastHash = row.hash;
      seq += 1;
    }
  }
  return { nextSeq: seq, firstBrokenSeq: seq <= to ? seq : null, lastHash };
}
