import { personalDigestPattern, type PersonalDigest } from '../events/areas/audit.ts';
import type { AuditRecordRow } from '../models/audit-record.ts';
import { AuditPersonalValueModel, type AuditPersonalValueRow } from '../models/audit-personal-value.ts';

/** Personal values that stand beside the chain, by their digests; none where a value is erased. */
export type PersonalValues = ReadonlyMap<string, Pick<AuditPersonalValueRow, 'salt' | 'value'>>;

/** A place in a record where the chain holds a digest instead of a value. */
export interface DigestPlace {
  /** JSON Pointer within the record (RFC 6901), such as `/changes/0/after`. */
  pointer: string;
  digest: string;
}

/**
 * The digest that a value of the chain is; null where it is a value of its own. It is asked for every value of every record
 * that is exported, and the schema takes much longer to say no.
 */
export function digestOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { digest } = value as Partial<PersonalDigest>;
  return typeof digest === 'string' && personalDigestPattern.test(digest) ? digest : null;
}

/** Finds every place where a record's chain holds a digest. */
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
  ];
  return places.flatMap(([pointer, value]) => {
    const digest = digestOf(value);
    return digest === null ? [] : [{ pointer, digest }];
  });
}

/** Reads the personal values that some digests of a tenant stand for. */
export async function readValues(tenantId: string, digests: readonly string[]): Promise<PersonalValues> {
  if (digests.length === 0) return new Map();
  const filter = { tenantId, _id: { $in: [...new Set(digests)] } };
  const kept = await AuditPersonalValueModel.find(filter).lean<AuditPersonalValueRow[]>();
  return new Map(kept.map((row) => [row._id, row]));
}

/** Reads the personal values that some records of a tenant name by digest. */
export async function readPersonalValues(
  tenantId: string,
  rows: readonly AuditRecordRow[],
): Promise<PersonalValues> {
  return readValues(
    tenantId,
    rows.flatMap(digestPlaces).map(({ digest }) => digest),
  );
}
