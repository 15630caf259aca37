import { createPublicKey, type KeyObject } from 'node:crypto';
import { isolate } from '@pas/platform/background/isolate';
import type { Logger } from '@pas/platform/log/logger';
import { AuditHeadModel, type AuditHeadRow } from '@pas/shared/models/audit-head';
import { keyId } from '@pas/shared/principal/assertion';
import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { isSigned, readCheckpoint, signCheckpoint } from '@pas/shared/audit-chain/checkpoint';

/** The end of a tenant's chain; its id is the tenant's. */
export type ChainEnd = Pick<AuditHeadRow, '_id' | 'seq' | 'hash'>;

export interface CheckpointOptions {
  files: CheckpointFiles;
  privateKey: KeyObject;
  environment: string;
  /** New links after which a chain gets a checkpoint at once. */
  everyRecords: number;
  /** Time after the first uncovered link until a checkpoint is due, in milliseconds. */
  everyMs: number;
  log: Logger;
}

/** Writes signed checkpoints of the chains outside the database. */
export interface CheckpointKeeper {
  /** Records the end of a chain after each seal. */
  note(end: ChainEnd): void;
  /** Writes the checkpoints that are due. */
  stop(): Promise<void>;
}

/** Returns the sequence number of a tenant's latest checkpoint; 0 without one. */
async function lastSeq({ files, privateKey }: CheckpointOptions, tenantId: string): Promise<number> {
  const publicKey = createPublicKey(privateKey);
  const own = new Map([[await keyId(publicKey), publicKey]]);
  let last = 0;
  for await (const jws of files.read(tenantId)) {
    const seq = jws === null ? 0 : (readCheckpoint(jws)?.seq ?? 0);
    if (jws !== null && seq > last && (await isSigned(jws, own))) last = seq;
  }
  return last;
}

/** Records the ends of all chains of the environment. */
async function noteEnds(note: (end: ChainEnd) => void): Promise<void> {
  for await (const end of AuditHeadModel.find().lean<AuditHeadRow[]>().cursor()) note(end);
}

/** Writes checkpoints in ascending order. */
function checkpointWriter(options: CheckpointOptions) {
  const { files, privateKey, environment, log } = options;
  const written = new Map<string, number>();
  return {
    /** Number of links that no checkpoint covers; null before the first check. */
    waiting({ _id, seq }: ChainEnd): number | null {
      const last = written.get(_id);
      return last === undefined ? null : seq - last;
    },
    async write({ _id: tenantId, seq, hash }: ChainEnd): Promise<void> {
      const last = written.get(tenantId) ?? (await lastSeq(options, tenantId));
      written.set(tenantId, last);
      if (seq < last) log.error({ tenantId, seq, last }, 'an audit chain ends before its last checkpoint');
      if (seq <= last) return;
      const checkpoint = { tenantId, environment, seq, hash, at: new Date().toISOString() };
      await files.append(tenantId, await signCheckpoint(checkpoint, privateKey));
      written.set(tenantId, seq);
    },
  };
}

/**
 * Starts the checkpoint writer. At the start it also covers records that a crashed process sealed without a
 * checkpoint. A chain that is shorter than its last checkpoint gets none, because a checkpoint would confirm
 * the loss.
 */
export function keepCheckpoints(options: CheckpointOptions): CheckpointKeeper {
  const { everyRecords, everyMs, log } = options;
  const writer = checkpointWriter(options);
  const ends = new Map<string, ChainEnd>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const writeNoted = async (): Promise<void> => {
    for (const end of ends.values()) {
      const piece = { work: 'audit checkpoints', log, about: { tenantId: end._id } };
      const isWritten = await isolate(piece, () => writer.write(end).then(() => true));
      if (!isWritten) schedule();
      else if (ends.get(end._id) === end) ends.delete(end._id);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (writing = writing.then(writeNoted));
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  };
  const note = (end: ChainEnd): void => {
    if ((ends.get(end._id)?.seq ?? 0) >= end.seq) return;
    ends.set(end._id, end);
    if ((writer.waiting(end) ?? 0) >= everyRecords) void flush();
    else schedule();
  };
  const started = noteEnds(note).catch((err: unknown) => {
    log.warn({ err }, 'the search for chains without a checkpoint failed; the next start repeats it');
  });
  return {
    note,
    async stop() {
      await started;
      await flush();
    },
  };
}
