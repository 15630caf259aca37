import { timestamp } from '@pas/platform/http/timestamp';
import { wasRevoked } from '@pas/shared/access/may-use-pass';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { z } from 'zod';
import type { ActivityPass } from './activity.schema.ts';

type PassFacts = z.input<typeof ActivityPass>;

/** Reads kind and end of passes, by their ids: one statement for any number of them. */
export async function readPassFacts(
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PassFacts>> {
  if (ids.length === 0) return new Map();
  const shown = { kind: 1, endsAt: 1, isLive: 1, deletedAt: 1, endedBy: 1, endReason: 1 };
  const passes = await AccessPassModel.find({ tenantId, _id: { $in: [...ids] } }, shown).lean<
    AccessPassRow[]
  >();
  return new Map(
    passes.map((pass): [string, PassFacts] => [
      pass._id,
      {
        id: pass._id,
        kind: pass.kind,
        endsAt: timestamp(pass.endsAt),
        revokedAt: timestamp(wasRevoked(pass) ? pass.deletedAt : null),
        // Passes that ended before these fields were stored have none of them.
        revokedBy: pass.endReason === 'REVOKED' ? (pass.endedBy?.name ?? null) : null,
      },
    ]),
  );
}
