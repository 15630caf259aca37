import { personalDigestPattern, type PersonalDigest } from '../events/areas/audit.ts';
import type { AuditRecordRow } from '../models/audit-record.ts';
import { AuditPersonalValueModel, type AuditPersonalValueRow } from '../models/audit-personal-value.ts';

/** Personal values stored beside the chain, by their digests. Erased values are missing. */
export type PersonalValues = ReadonlyMap<string, Pick<AuditPersonalValueRow, 'salt' | 'value'>>;

/** Position of a digest in a record of the chain. */
export interface DigestPlace {
  /** JSON Pointer within the record (RFC 6901), such as `/changes/0/after`. */
  pointer: string;
  digest: string;
}

/**
 * Returns the digest in a value of the chain; null for a plain value. Exports call it for every value of every
 * record, and the schema would be much slower.
 */
export function digestOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { digest } = value as Partial<PersonalDigest>;
  return typeof digest === 'string' && personalDigestPattern.test(digest) ? digest : null;
}

/** Finds every digest in a record. */
export function digestPlaces({ record }: Pick<AuditRecordRow, 'record'>): DigestPlace[] {
  const { actor, context, changes } = record;
  const places: [pointer: string, value: unknown][] = [
    ['/actor/name', actor.name],
    ...changes.flatMap(({ before, after }, index): [string, unknown][] => [
      [`/changes/${index}/before`, before],
      [`/changes/${index}/after`, after],
    ]),
    ['/context/ip', context.ip],
    ['/context/userAgent', context.userAgent],
    ['/context/onBehalfOf', context.onBehalfOf],
    ['/context/reason', context.reason],
  ];
  return places.flatMap(([pointer, value]) => {
    const digest = digestOf(value);
    return digest === null ? [] : [{ pointer, digest }];
  });
}

/** Reads the personal values of a tenant's digests. */
export async function readValues(tenantId: string, digests: readonly string[]): Promise<PersonalValues> {
  if (digests.length === 0) return new Map();
  const filter = { tenantId, _id: { $in: [...new Set(digests)] } };
  const kept = await AuditPersonalValueModel.find(filter).lean<AuditPersonalValueRow[]>();
  return new Map(kept.map((row) => [row._id, row]));
}

/** Reads the personal values that records of a tenant reference by digest. */
export async function readPersonalValues(
  tenantId: string,
  rows: readonly AuditRecordRow[],
): Promise<PersonalValues> {
  return readValues(
    tenantId,
    rows.flatMap(digestPlaces).map(({ digest }) => digest),
  );
}
