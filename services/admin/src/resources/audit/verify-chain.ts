import { invalidField } from '@pas/shared/errors/raise';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { AuditRecordModel } from '@pas/shared/models/audit-record';
import { genesisHash } from '@pas/shared/audit-chain/link-hash';
import {
  readCheckpoints,
  type Checkpoints,
  type VerifiedCheckpoints,
} from '@pas/shared/audit-chain/read-checkpoints';
import { walkLinks, type WalkResult } from '../../audit-chain/walk-links.ts';

/** Chain to verify, with the keys of its checkpoints. */
export interface Chain {
  tenantId: string;
  environment: string;
  checkpoints: Checkpoints;
}

export interface VerifyRange {
  /** Default 1. */
  fromSeq?: number | undefined;
  /** Inclusive; default the head. */
  toSeq?: number | undefined;
  /** Time limit, in milliseconds. Default 15 s. */
  budgetMs?: number | undefined;
}

/** Result of a verification. */
export interface Verification {
  /** Whether all checked records have their sealed content. */
  valid: boolean;
  /** Whether the whole range was checked within the time limit. */
  complete: boolean;
  /** Number of checked links. */
  checked: number;
  /** Sequence number to continue at; null when the range is complete or broken. */
  nextSeq: number | null;
  firstBrokenSeq: number | null;
  /** The end of the chain; null before the first record. */
  head: { seq: number; hash: string } | null;
  checkpoints: ReturnType<VerifiedCheckpoints['report']>;
  /** Signed explanations of records that restores from a backup have lost. */
  restorations: VerifiedCheckpoints['restorations'];
}

const defaultBudgetMs = 15_000;

interface End {
  /** The end of the chain: the genesis before the first record. */
  head: Pick<AuditHeadRow, 'seq' | 'hash'>;
  /** Whether links exist after the head, which no sealer produces. */
  isOverrun: boolean;
}

/** Reads the last link first, then the head: a concurrent sealer only moves the head further. */
async function readEnd(tenantId: string): Promise<End> {
  const last = await AuditRecordModel.findOne({ tenantId }, { seq: 1 }).sort({ seq: -1 }).lean();
  const head = (await AuditHeadModel.findById(tenantId).lean()) ?? { seq: 0, hash: genesisHash };
  return { head, isOverrun: (last?.seq ?? 0) > head.seq };
}

/** Returns the problem at the end of a chain; null without one, or when the verification stopped earlier. */
async function brokenEnd(end: End, walked: WalkResult, vouched: VerifiedCheckpoints): Promise<number | null> {
  const { head, isOverrun } = end;
  if (walked.nextSeq !== head.seq + 1) return null;
  if (walked.lastHash !== head.hash) return head.seq;
  return isOverrun || (await vouched.reachesBeyond(head.seq)) ? head.seq + 1 : null;
}

/** Requires that a range does not end before its start. @throws invalid (`out_of_range`) */
export function requireRange({ fromSeq, toSeq }: VerifyRange): void {
  if (fromSeq === undefined || toSeq === undefined || fromSeq <= toSeq) return;
  throw invalidField('toSeq', 'out_of_range', 'toSeq: Use a number that is not below fromSeq.');
}

/**
 * Verifies that a tenant's chain has its sealed content and matches the checkpoints outside the database.
 * Every link must be present, in order and unchanged, with personal values that are original or erased. The
 * last link must match the head, without links after it. A signed restoration explains records that a restore from a
 * backup has lost. A large chain takes several calls. Each continues at `nextSeq` of the previous one.
 */
export async function verifyChain(chain: Chain, range: VerifyRange = {}): Promise<Verification> {
  const { tenantId } = chain;
  const { fromSeq = 1, toSeq, budgetMs = defaultBudgetMs } = range;
  const deadline = Date.now() + budgetMs;
  const vouched = await readCheckpoints(chain.checkpoints, chain, fromSeq);
  const end = await readEnd(tenantId);
  const { head } = end;
  const to = Math.min(toSeq ?? head.seq, head.seq);
  const from = Math.min(fromSeq, head.seq + 1);

  const walked = await walkLinks({ tenantId, from, to, vouched, deadline });
  const firstBrokenSeq = walked.firstBrokenSeq ?? (await brokenEnd(end, walked, vouched));
  const complete = walked.nextSeq > to || firstBrokenSeq !== null;
  const checkpoints = vouched.report();
  return {
    valid: firstBrokenSeq === null && !checkpoints.bad.some(({ reason }) => reason === 'forged'),
    complete,
    checked: walked.nextSeq - from,
    nextSeq: complete ? null : walked.nextSeq,
    firstBrokenSeq,
    head: head.seq > 0 ? { seq: head.seq, hash: head.hash } : null,
    checkpoints,
    restorations: vouched.restorations,
  };
}
