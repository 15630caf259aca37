import { createPublicKey, type KeyObject } from 'node:crypto';
import { isolate } from '@pas/platform/background/isolate';
import { delayWork } from '@pas/platform/concurrency/delay-work';
import type { Logger } from '@pas/platform/log/logger';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { keyId } from '@pas/shared/principal/assertion';
import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { checkpoints as countedCheckpoints } from './audit-metrics.ts';
import { signCheckpoint, type Checkpoint } from '@pas/shared/audit-chain/checkpoint';
import { genesisHash } from '@pas/shared/audit-chain/link-hash';
import { readCheckpoints } from '@pas/shared/audit-chain/read-checkpoints';
import { AuditRecordModel } from '@pas/shared/models/audit-record';

/** The end of a tenant's chain; its id is the tenant's. */
export type ChainEnd = Pick<AuditHeadRow, '_id' | 'seq' | 'hash'>;

export interface CheckpointOptions {
  files: CheckpointFiles;
  privateKey: KeyObject;
  environment: string;
  /** New links after which a chain gets a checkpoint immediately. */
  everyRecords: number;
  /** Time after the first uncovered link until a checkpoint is due, in milliseconds. */
  everyMs: number;
  log: Logger;
}

/** Writes signed checkpoints of the chains outside the database. */
export interface CheckpointKeeper {
  /** Records the end of a chain after each seal. */
  record(end: ChainEnd): void;
  /** Writes the missing checkpoints of all recorded ends. */
  stop(): Promise<void>;
}

/** The search for a chain's latest checkpoint first reads this many links before its end. */
const usualDistance = 10_000;

/** A link that a checkpoint names. */
type SignedLink = Pick<Checkpoint, 'seq' | 'hash'>;

const genesis: SignedLink = { seq: 0, hash: genesisHash };

/** Returns a tenant's latest checkpoint, without those of records that a restore has lost. */
async function readLast(options: CheckpointOptions, { _id: tenantId, seq }: ChainEnd): Promise<SignedLink> {
  const { files, privateKey, environment } = options;
  const publicKey = createPublicKey(privateKey);
  const source = { files, publicKeys: new Map([[await keyId(publicKey), publicKey]]) };
  for (const from of new Set([Math.max(1, seq - usualDistance), 1])) {
    const checkpoints = await readCheckpoints(source, { tenantId, environment }, from);
    for (const position of checkpoints.positions().toReversed()) {
      const [signed] = await checkpoints.signedAt(position);
      if (signed) return signed;
    }
  }
  return genesis;
}

/** Whether the chain of a tenant contains a link. */
async function isInChain(tenantId: string, { seq, hash }: SignedLink): Promise<boolean> {
  if (seq === 0) return true;
  return (await AuditRecordModel.findOne({ tenantId, seq, hash }, { _id: 1 }).lean()) !== null;
}

/** Records the ends of all chains of the environment. */
async function recordEnds(record: (end: ChainEnd) => void): Promise<void> {
  for await (const end of AuditHeadModel.find().lean<AuditHeadRow[]>().cursor()) record(end);
}

/** Writes checkpoints in ascending order. */
function checkpointWriter(options: CheckpointOptions) {
  const { files, privateKey, environment, log } = options;
  const written = new Map<string, SignedLink>();

  /** Returns the latest checkpoint; null if the chain lacks its link and no restoration explains the loss. */
  const lastInChain = async (end: ChainEnd): Promise<SignedLink | null> => {
    const known = written.get(end._id);
    if (known && (await isInChain(end._id, known))) return known;
    const last = await readLast(options, end);
    return (await isInChain(end._id, last)) ? last : null;
  };
  return {
    /** Number of links that no checkpoint covers; null before the first check. */
    waiting({ _id, seq }: ChainEnd): number | null {
      const last = written.get(_id);
      return last === undefined ? null : seq - last.seq;
    },
    async write(end: ChainEnd): Promise<void> {
      const { _id: tenantId, seq, hash } = end;
      const last = await lastInChain(end);
      if (last === null) {
        written.delete(tenantId);
        countedCheckpoints.inc({ result: 'refused' });
        log.error({ tenantId, seq }, 'an audit chain lacks the record of its last checkpoint');
        return;
      }
      written.set(tenantId, last);
      if (seq <= last.seq) return;
      const checkpoint = { tenantId, environment, seq, hash, at: new Date().toISOString() };
      await files.append(tenantId, await signCheckpoint(checkpoint, privateKey));
      written.set(tenantId, { seq, hash });
      countedCheckpoints.inc({ result: 'written' });
    },
  };
}

/**
 * Starts the checkpoint writer. At the start it also covers records that a crashed process sealed without a
 * checkpoint. A chain that lacks the record of its last checkpoint gets none, because a checkpoint would confirm
 * the loss. It gets the next one after `pas audit restored`.
 */
export function keepCheckpoints(options: CheckpointOptions): CheckpointKeeper {
  const { everyRecords, everyMs, log } = options;
  const writer = checkpointWriter(options);
  const ends = new Map<string, ChainEnd>();

  const writeNoted = async (): Promise<void> => {
    for (const end of ends.values()) {
      const piece = { work: 'audit checkpoints', log, about: { tenantId: end._id } };
      const isWritten = await isolate(piece, () => writer.write(end).then(() => true));
      if (!isWritten) {
        countedCheckpoints.inc({ result: 'failed' });
        writing.schedule();
      } else if (ends.get(end._id) === end) ends.delete(end._id);
    }
  };
  const writing = delayWork(writeNoted, everyMs);
  const record = (end: ChainEnd): void => {
    if ((ends.get(end._id)?.seq ?? 0) >= end.seq) return;
    ends.set(end._id, end);
    if ((writer.waiting(end) ?? 0) >= everyRecords) void writing.flush();
    else writing.schedule();
  };
  const started = recordEnds(record).catch((err: unknown) => {
    log.warn({ err }, 'the search for chains without a checkpoint failed; the next start repeats it');
  });
  return {
    record,
    async stop() {
      await started;
      await writing.flush();
    },
  };
}
