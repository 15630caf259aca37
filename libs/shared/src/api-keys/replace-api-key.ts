import { changesUnder, fieldChanges } from '../audit/field-changes.ts';
import type { AuditEntry } from '../audit/prepare-record.ts';
import type { Change } from '../change/commit.ts';
import { conflict } from '../errors/raise.ts';
import { ApiKeyModel, type ApiKeyRow } from '../models/api-key.ts';
import { auditedApiKey } from './audited-api-key.ts';

/** Default grace period of a rotated key, in seconds. */
export const defaultGraceSeconds = 86_400;

/** Longest grace period of a rotated key, in seconds. */
export const maxGraceSeconds = 604_800;

interface Rotation {
  /** The key as it is at `now`. */
  row: ApiKeyRow;
  /** As `newSuccessor` builds it. */
  successor: ApiKeyRow;
  graceSeconds: number;
  now: Date;
  /** The actor, if it is not the caller. */
  actor?: NonNullable<AuditEntry['actor']>;
}

function requireRotatable({ status }: ApiKeyRow): void {
  if (status === 'ACTIVE') return;
  throw conflict('key_not_rotatable', 'The key is expired, revoked or already rotated. Create a new one.');
}

/** Gives a key its successor and the end of its grace period. */
async function startGrace(
  { session }: Change,
  { row, successor, graceSeconds, now }: Rotation,
): Promise<ApiKeyRow> {
  const graceMs = Math.min(graceSeconds * 1000, row.expiresAt.getTime() - now.getTime());
  const fields = {
    status: 'ROTATING' as const,
    graceUntil: new Date(now.getTime() + graceMs),
    replacedBy: successor._id,
    rotatedAt: now,
    updatedAt: now,
    version: row.version + 1,
  };
  await ApiKeyModel.updateOne({ _id: row._id, tenantId: row.tenantId }, { $set: fields }, { session });
  return { ...row, ...fields };
}

/**
 * Ends the grace period of the rotated key's predecessor, so that a lineage has at most two working keys.
 *
 * @returns its id; null if the grace period had ended
 */
async function endEarlierGrace({ session }: Change, { row, now }: Rotation): Promise<string | null> {
  if (row.rotatedFrom === null) return null;
  const inGrace = {
    _id: row.rotatedFrom,
    tenantId: row.tenantId,
    status: 'ROTATING' as const,
    graceUntil: { $gt: now },
  };
  const ended = { $set: { graceUntil: now, updatedAt: now }, $inc: { version: 1 } };
  const { modifiedCount } = await ApiKeyModel.updateOne(inGrace, ended, { session });
  return modifiedCount === 1 ? row.rotatedFrom : null;
}

/**
 * Replaces a key by its successor in one change. The key works until the end of its grace period; its predecessor
 * ends immediately. Two concurrent rotations write the same row, so one of them retries and finds the key rotated.
 *
 * @returns the key as it is now
 * @throws conflict (`key_not_rotatable`) for a key that is not ACTIVE
 */
export async function replaceApiKey(change: Change, rotation: Rotation): Promise<ApiKeyRow> {
  const { row, successor, actor } = rotation;
  requireRotatable(row);
  const rotated = await startGrace(change, rotation);
  const endedId = await endEarlierGrace(change, rotation);
  await ApiKeyModel.insertMany([successor], { session: change.session });
  const graceUntil = (rotated.graceUntil ?? rotation.now).toISOString();
  change.publish({
    type: 'pas.v1.keys.key.rotated',
    subject: row._id,
    data: { aggregateVersion: rotated.version, keyId: row._id, successorId: successor._id, graceUntil },
  });
  const ids = [row._id, successor._id, endedId].filter((id) => id !== null);
  change.record({
    action: 'api_key.rotated',
    targets: ids.map((id) => ({ type: 'api_key', id })),
    changes: [
      ...fieldChanges(row, rotated, auditedApiKey),
      ...changesUnder('successor', fieldChanges(null, successor, auditedApiKey)),
    ],
    ...(actor && { actor }),
  });
  return rotated;
}
