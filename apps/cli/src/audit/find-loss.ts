import type { Checkpoint } from '@pas/shared/audit-chain/checkpoint';
import { genesisHash } from '@pas/shared/audit-chain/link-hash';
import type { VerifiedCheckpoints } from '@pas/shared/audit-chain/read-checkpoints';
import type { Restoration } from '@pas/shared/audit-chain/restoration';
import { conflict } from '@pas/platform/errors/raise';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';

/** The last record that a restore has brought back, and the records that it has lost. */
export type Loss = Pick<Restoration, 'seq' | 'hash' | 'lost'>;

type Link = Pick<AuditRecordRow, 'seq' | 'hash' | 'recordedAt'>;

const linkFields = { seq: 1, hash: 1, recordedAt: 1 } as const;

/** Positions that are compared in one read. */
const batchSize = 500;

/** Checkpoints by their agreement with the chain, in ascending order. */
interface Comparison {
  /** Positions where the chain agrees. */
  agreed: number[];
  /** Checkpoints whose record is missing or another one. */
  lost: Checkpoint[];
}

async function readLinks(tenantId: string, seqs: readonly number[]): Promise<ReadonlyMap<number, Link>> {
  const filter = { tenantId, seq: { $in: [...seqs] } };
  const links = await AuditRecordModel.find(filter, linkFields).lean<Link[]>();
  return new Map(links.map((link) => [link.seq, link]));
}

async function compare(tenantId: string, vouched: VerifiedCheckpoints): Promise<Comparison> {
  const found: Comparison = { agreed: [], lost: [] };
  const positions = vouched.positions();
  for (let at = 0; at < positions.length; at += batchSize) {
    const batch = positions.slice(at, at + batchSize);
    const links = await readLinks(tenantId, batch);
    for (const seq of batch) {
      const signed = await vouched.signedAt(seq);
      const differing = signed.find(({ hash }) => hash !== links.get(seq)?.hash);
      if (differing) found.lost.push(differing);
      else if (signed.length > 0) found.agreed.push(seq);
    }
  }
  return found;
}

/** Returns the last link before a lost checkpoint that is not younger than it. Younger ones follow the restore. */
async function lastRestored(tenantId: string, { seq, at }: Checkpoint): Promise<Pick<Link, 'seq' | 'hash'>> {
  const filter = { tenantId, seq: { $lte: seq }, recordedAt: { $lte: new Date(at) } };
  const link = await AuditRecordModel.findOne(filter, linkFields).sort({ seq: -1 }).lean<Link>();
  return link ?? { seq: 0, hash: genesisHash };
}

/** Whether the chain has records that an earlier restore had lost: another backup was restored since. */
async function holdsLostRecords(tenantId: string, vouched: VerifiedCheckpoints): Promise<boolean> {
  const lost = await vouched.lost();
  for (let at = 0; at < lost.length; at += batchSize) {
    const batch = lost.slice(at, at + batchSize);
    const links = await readLinks(
      tenantId,
      batch.map(({ seq }) => seq),
    );
    if (batch.some(({ seq, hash }) => links.get(seq)?.hash === hash)) return true;
  }
  return false;
}

/** Returns the link at a position; the genesis at 0. */
async function linkAt(tenantId: string, seq: number): Promise<Pick<Link, 'seq' | 'hash'>> {
  const links = await readLinks(tenantId, [seq]);
  return links.get(seq) ?? { seq: 0, hash: genesisHash };
}

const notRestored = (seq: number): Error =>
  conflict(
    'chain_rewritten',
    `Record ${seq} was changed, not lost by a restore. No restoration was recorded. Compare the database with a backup, and look for who changed it.`,
  );

/**
 * Finds the records that a restore from a backup has lost. Checkpoints cover them, and the database lacks them.
 *
 * @returns null if the chain agrees with all its checkpoints
 * @throws conflict (`chain_rewritten`) when the differences are not those of a restore
 */
export async function findLoss(tenantId: string, vouched: VerifiedCheckpoints): Promise<Loss | null> {
  const { agreed, lost } = await compare(tenantId, vouched);
  const [first, last] = [lost[0], lost.at(-1)];
  if (!first || !last) return null;
  const lastAgreed = agreed.findLast((seq) => seq < first.seq) ?? 0;
  const restored = (await holdsLostRecords(tenantId, vouched))
    ? await linkAt(tenantId, lastAgreed)
    : await lastRestored(tenantId, first);
  const isBetween = agreed.some((seq) => seq > first.seq && seq < last.seq);
  if (restored.seq >= first.seq || isBetween) throw notRestored(first.seq);
  const { seq, hash } = restored;
  return { seq, hash, lost: { fromSeq: seq + 1, toSeq: last.seq, hash: last.hash } };
}
