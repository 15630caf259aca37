import type { KeyObject } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readCheckpointFile } from '@pas/shared/audit-chain/checkpoint-files';
import {
  readCheckpoints,
  type BadCheckpoint,
  type VerifiedCheckpoints,
} from '@pas/shared/audit-chain/read-checkpoints';
import type { Restoration } from '@pas/shared/audit-chain/restoration';
import { z } from 'zod';
import { parseRecord, type ExportedRecord } from './exported-record.ts';
import { readExport, type ExportLine } from './read-export.ts';
import { walkExport, type BreakReason } from './walk-export.ts';

/** An export, and the keys and checkpoints that verify it. */
export interface VerifyExport {
  /** The export, in ndjson. */
  file: string;
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** A file or directory of checkpoints. Default: those that the export begins with. */
  checkpoints?: string | undefined;
  /** The directory of checkpoints of this system, for an export without any. */
  ownCheckpoints?: string | undefined;
}

/** The result of a check, as the command prints it. */
export interface ExportVerification {
  /** True when every record is as it was sealed; null when no checkpoint proves it. */
  valid: boolean | null;
  tenantId: string;
  environment: string;
  /** Records that are as they were sealed. */
  checked: number;
  /** The last of them. */
  lastSeq: number | null;
  lastHash: string | null;
  lastRecordedAt: string | null;
  firstBrokenSeq: number | null;
  reason: BreakReason | 'forged_checkpoint' | 'no_checkpoint' | null;
  /** Intact records after the last checkpoint. Only their hashes prove them. */
  uncovered: number;
  checkpoints: { checked: number; lastSeq: number | null; bad: readonly BadCheckpoint[] };
  /** Signed explanations of records that restores from a backup have lost. */
  restorations: readonly Restoration[];
}

/** Error for a file that cannot be checked. The message states the remedy. */
export class NotCheckable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotCheckable';
  }
}

const CheckpointLine = z.strictObject({ jws: z.string() });

interface ExportStart {
  /** The checkpoints that the export begins with. */
  signed: string[];
  first: ExportedRecord;
}

function requireRecord({ value, isReadable }: ExportLine): ExportedRecord {
  const record = parseRecord(value);
  if (record) return record;
  const isTable = !isReadable && String(value).startsWith('seq,');
  throw new NotCheckable(
    isTable
      ? 'A table (csv) does not hold every member that the hashes cover. Export with format=ndjson.'
      : 'The file is not an export of the audit in ndjson.',
  );
}

async function readBeginning(lines: AsyncIterator<ExportLine>): Promise<ExportStart> {
  const signed: string[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const checkpoint = CheckpointLine.safeParse(next.value.value);
    if (!checkpoint.success) return { signed, first: requireRecord(next.value) };
    signed.push(checkpoint.data.jws);
  }
  throw new NotCheckable('The file has no records.');
}

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function* fromMemory(signed: readonly string[]): AsyncGenerator<string> {
  yield* signed;
}

/** Finds the file of a chain's checkpoints: the path itself, or its file in a directory. Null without one. */
async function findCheckpointFile(
  path: string,
  { tenantId, context }: ExportedRecord,
): Promise<string | null> {
  const name = `${tenantId}.ndjson`;
  for (const candidate of [path, join(path, context.environment, name), join(path, name)])
    if (await isFile(candidate)) return candidate;
  return null;
}

/** @throws NotCheckable when the named path has no checkpoints of the chain */
async function requireCheckpointFile(path: string, first: ExportedRecord): Promise<string> {
  const found = await findCheckpointFile(path, first);
  if (found !== null) return found;
  const { tenantId, context } = first;
  throw new NotCheckable(`${path} has no checkpoints of ${tenantId} in ${context.environment}.`);
}

/**
 * Reads the checkpoints that prove an export: the named ones, else those of the export, else those of this system.
 * This system seals further records after an export, so its checkpoints prove no missing end.
 *
 * @throws NotCheckable when the named path has none of this chain
 */
async function readVouched(
  { checkpoints, ownCheckpoints, publicKeys }: VerifyExport,
  { signed, first }: ExportStart,
): Promise<VerifiedCheckpoints> {
  const of = { tenantId: first.tenantId, environment: first.context.environment };
  const isOwn = checkpoints === undefined && signed.length === 0 && ownCheckpoints !== undefined;
  const own = isOwn ? await findCheckpointFile(ownCheckpoints, first) : null;
  const path = checkpoints === undefined ? own : await requireCheckpointFile(checkpoints, first);
  const read = () => (path === null ? fromMemory(signed) : readCheckpointFile(path));
  const vouched = await readCheckpoints({ files: { read }, publicKeys }, of, 1);
  return isOwn ? { ...vouched, reachesBeyond: async () => false } : vouched;
}

/** Returns the verdict on an export without a broken record. */
function verdictOf(report: ExportVerification['checkpoints']): Pick<ExportVerification, 'valid' | 'reason'> {
  if (report.bad.some(({ reason }) => reason === 'forged'))
    return { valid: false, reason: 'forged_checkpoint' };
  return report.lastSeq === null ? { valid: null, reason: 'no_checkpoint' } : { valid: true, reason: null };
}

/**
 * Checks an export of a whole chain without a database or network. Every record must be present, in order and
 * unchanged. Personal values must match their digests or be erased. Signed checkpoints must match the hashes. Reads the
 * file once, line by line.
 *
 * @throws NotCheckable when the file is not such an export; a system error when it cannot be read
 */
export async function verifyExport(asked: VerifyExport): Promise<ExportVerification> {
  const lines = readExport(asked.file);
  const start = await readBeginning(lines);
  const { first } = start;
  const { tenantId, context } = first;
  const { environment } = context;
  const vouched = await readVouched(asked, start);
  const { checked, last, broken } = await walkExport({ first, vouched }, lines);
  const report = vouched.report();
  const verdict = broken ? { valid: false, reason: broken.reason } : verdictOf(report);
  return {
    ...verdict,
    tenantId,
    environment,
    checked,
    lastSeq: last?.seq ?? null,
    lastHash: last?.hash ?? null,
    lastRecordedAt: last?.recordedAt ?? null,
    firstBrokenSeq: broken?.seq ?? null,
    uncovered: checked - Math.min(checked, report.lastSeq ?? 0),
    checkpoints: report,
    restorations: vouched.restorations,
  };
}
