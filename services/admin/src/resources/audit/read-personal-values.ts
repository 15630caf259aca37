import type { OperationContext } from '@pas/shared/context/operation-context';
import { PersonalDigest } from '@pas/shared/events/areas/audit';
import type { AuditRecordRow } from '@pas/shared/models/audit-record';
import { AuditPersonalValueModel, type AuditPersonalValueRow } from '@pas/shared/models/audit-personal-value';

/** Personal values that stand beside the chain. */
export interface PersonalValues {
  /** The value behind a digest; the digest itself where the value is erased; anything else unchanged. */
  reveal(value: unknown): unknown;
}

function digestOf(value: unknown): string | null {
  const parsed = PersonalDigest.safeParse(value);
  return parsed.success ? parsed.data.digest : null;
}

/** Reads the personal values that some records name by digest. */
export async function readPersonalValues(
  ctx: OperationContext,
  rows: readonly AuditRecordRow[],
): Promise<PersonalValues> {
  const digests = rows
    .flatMap(({ record }) =>
      record.changes.flatMap(({ before, after }) => [digestOf(before), digestOf(after)]),
    )
    .filter((digest) => digest !== null);
  const filter = { tenantId: ctx.tenantId, _id: { $in: digests } };
  const kept =
    digests.length > 0 ? await AuditPersonalValueModel.find(filter).lean<AuditPersonalValueRow[]>() : [];
  const values = new Map(kept.map(({ _id, value }) => [_id, value]));
  return {
    reveal(value) {
      const digest = digestOf(value);
      return digest !== null && values.has(digest) ? values.get(digest) : value;
    },
  };
}
