import { personalDigest } from '@pas/shared/audit/personal-digest';
import { z } from 'zod';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a check needs of an exported record. All other members are covered by its hash. */
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

/** Reads a line of an export as a record; null where it is none. */
export function parseRecord(line: unknown): ExportedRecord | null {
  return ExportedRecord.safeParse(line).data ?? null;
}

/** A record in the form that its hash covers. */
export interface SealedForm {
  content: object;
  /** Whether every personal value is the one that was recorded, or erased. */
  hasItsValues: boolean;
}

/** The only places where a chain holds digests. Any other pointer could reach beyond the record. */
const places = /^\/(?:actor\/name|context\/(?:ip|userAgent)|changes\/\d{1,6}\/(?:before|after))$/;

type Members = Record<string, unknown>;

/** The object that has the last member of a pointer; null where the record has no such place. */
function parentOf(record: Members, steps: readonly string[]): Members | null {
  let at: unknown = record;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Members)[step];
  }
  return typeof at === 'object' && at !== null ? (at as Members) : null;
}

/** What an export shows in the place of an erased value. */
function isErased(pointer: string, shown: unknown, digest: string): boolean {
  if (pointer === '/actor/name') return shown === 'erased';
  if (pointer.startsWith('/context/')) return shown === null;
  return JSON.stringify(shown) === JSON.stringify({ digest });
}

/**
 * Puts digests in the places of personal values, as the chain holds them, and compares each value with its digest.
 *
 * @returns null when a digest stands where no record has one
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
