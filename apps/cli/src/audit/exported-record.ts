import { personalDigest } from '@pas/shared/audit/personal-digest';
import { z } from 'zod';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Members of an exported record that a check reads. The hash covers all other members too. */
const ExportedRecord = z.looseObject({
  tenantId: z.string().regex(/^\w{1,64}$/),
  seq: z.int().min(1),
  context: z.looseObject({ environment: z.string().regex(/^\w{1,32}$/) }),
  recordedAt: z.string(),
  prevHash: Hash,
  hash: Hash,
  digests: z.array(z.object({ pointer: z.string(), digest: z.string(), salt: z.string().nullable() })),
});
export type ExportedRecord = z.output<typeof ExportedRecord>;

/** Reads a line of an export as a record. Returns null for any other line. */
export function parseRecord(line: unknown): ExportedRecord | null {
  return ExportedRecord.safeParse(line).data ?? null;
}

/** A record in the form that its hash covers. */
export interface SealedForm {
  content: object;
  /** True when every personal value is erased or matches its digest. */
  hasItsValues: boolean;
}

/** JSON pointers at which a chain holds digests. Any other pointer could reach beyond the record. */
const places =
  /^\/(?:actor\/name|context\/(?:ip|userAgent|onBehalfOf|reason)|changes\/\d{1,6}\/(?:before|after))$/;

type Members = Record<string, unknown>;

/** Returns the object that holds the last member of a pointer, or null when the record has none. */
function parentOf(record: Members, steps: readonly string[]): Members | null {
  let at: unknown = record;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Members)[step];
  }
  return typeof at === 'object' && at !== null ? (at as Members) : null;
}

/** Returns whether an export shows the mark of an erased value at this pointer. */
function isErased(pointer: string, shown: unknown, digest: string): boolean {
  if (pointer === '/actor/name') return shown === 'erased';
  if (pointer.startsWith('/context/')) return shown === null;
  return JSON.stringify(shown) === JSON.stringify({ digest });
}

/**
 * Replaces personal values by their digests, as the chain holds them, and compares each value with its digest.
 *
 * @returns null when a digest has a pointer that no record allows
 */
export function sealedFormOf(record: ExportedRecord): SealedForm | null {
  const { prevHash: _prevHash, hash: _hash, digests, ...shown } = record;
  const content = structuredClone(shown) as Members;
  let hasItsValues = true;
  for (const { pointer, digest, salt } of digests) {
    const steps = pointer.split('/').slice(1);
    const name = steps.pop() ?? '';
    const parent = places.test(pointer) ? parentOf(content, steps) : null;
    if (!parent) return null;
    const value = parent[name];
    hasItsValues &&=
      salt === null ? isErased(pointer, value, digest) : personalDigest(salt, value) === digest;
    parent[name] = { digest };
  }
  return { content, hasItsValues };
}
