import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { genesisHash, hashLink } from '../../audit-chain/link-hash.ts';

export interface VerifyRange {
  /** Default 1. */
  fromSeq?: number | undefined;
  /** Inclusive; default the head. */
  toSeq?: number | undefined;
  /** How long it may take. Default 15 s. */
  budgetMs?: number | undefined;
}

/** What a check of a chain has found. */
export interface Verification {
  /** Whether everything that was checked is as it was sealed. */
  valid: boolean;
  /** Whether all of the range was checked, and not only as much as time allowed. */
  complete: boolean;
  /** Links looked at. */
  checked: number;
  /** Where to go on; null when the range is done, or broken. */
  nextSeq: number | null;
  firstBrokenSeq: number | null;
  /** The end of the chain; null when nothing has been sealed yet. */
  head: { seq: number; hash: string } | null;
}

const defaultBudgetMs = 15_000;

/** Links read at once; other requests get their turn in between. */
const batchSize = 500;

interface End {
  /** Where the chain ends: at its beginning as long as nothing has been sealed. */
  head: Pick<AuditHeadRow, 'seq' | 'hash'>;
  /** Whether there are links behind the head, which no sealer leaves there. */
  isOverrun: boolean;
}

/** Reads the last link before the head: a sealer that commits in between only moves the head further. */
async function readEnd(tenantId: string): Promise<End> {
  const last = await AuditRecordModel.findOne({ tenantId }, { seq: 1 }).sort({ seq: -1 }).lean();
  const head = (await AuditHeadModel.findById(tenantId).lean()) ?? { seq: 0, hash: genesisHash };
  return { head, isOverrun: (last?.seq ?? 0) > head.seq };
}

/** The hash that the first link of a range has to follow; null when the link before it is gone. */
async function hashBefore(tenantId: string, seq: number): Promise<string | null> {
  if (seq === 1) return genesisHash;
  const before = await AuditRecordModel.findOne({ tenantId, seq: seq - 1 }, { hash: 1 }).lean();
  return before?.hash ?? null;
}

interface Walk {
  /** The first link that was not found intact. */
  nextSeq: number;
  firstBrokenSeq: number | null;
  /** The hash of the last intact link. */
  lastHash: string;
}

interface Links {
  tenantId: string;
  from: number;
  to: number;
}

async function walk({ tenantId, from, to }: Links, deadline: number): Promise<Walk> {
  const before = await hashBefore(tenantId, from);
  if (before === null) return { nextSeq: from, firstBrokenSeq: from - 1, lastHash: '' };
  let [seq, lastHash] = [from, before];
  const links = AuditRecordModel.find({ tenantId, seq: { $gte: from, $lte: to } });
  for await (const row of links.sort({ seq: 1 }).lean<AuditRecordRow[]>().cursor({ batchSize })) {
    if (Date.now() > deadline) return { nextSeq: seq, firstBrokenSeq: null, lastHash };
    const isIntact = row.seq === seq && row.prevHash === lastHash && row.hash === hashLink(lastHash, row);
    if (!isIntact) break;
    lastHash = row.hash;
    seq += 1;
  }
  return { nextSeq: seq, firstBrokenSeq: seq <= to ? seq : null, lastHash };
}

/** What is wrong with the end of a chain whose links are intact up to there. */
function brokenEnd({ head, isOverrun }: End, lastHash: string): number | null {
  if (lastHash !== head.hash) return head.seq;
  return isOverrun ? head.seq + 1 : null;
}

/**
 * Checks that a tenant's chain is as it was sealed: every link there, in its place and unchanged, the last one the
 * head's, and none behind it. A large chain is checked in several calls, each going on at `nextSeq` of the one before.
 */
export async function verifyChain(tenantId: string, range: VerifyRange = {}): Promise<Verification> {
  const { fromSeq = 1, toSeq, budgetMs = defaultBudgetMs } = range;
  const deadline = Date.now() + budgetMs;
  const end = await readEnd(tenantId);
  const { head } = end;
  const to = Math.min(toSeq ?? head.seq, head.seq);
  const from = Math.min(fromSeq, head.seq + 1);

  const { nextSeq, firstBrokenSeq: brokenLink, lastHash } = await walk({ tenantId, from, to }, deadline);
  const reachesHead = brokenLink === null && nextSeq === head.seq + 1;
  const firstBrokenSeq = reachesHead ? brokenEnd(end, lastHash) : brokenLink;
  const complete = nextSeq > to || firstBrokenSeq !== null;
  return {
    valid: firstBrokenSeq === null,
    complete,
    checked: nextSeq - from,
    nextSeq: complete ? null : nextSeq,
    firstBrokenSeq,
    head: head.seq > 0 ? { seq: head.seq, hash: head.hash } : null,
  };
}
