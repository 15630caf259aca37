import { timestamp } from '@pas/platform/http/timestamp';
import { wasTakenBack } from '@pas/shared/access/may-use-pass';
import { readPersonalValues } from '@pas/shared/audit-chain/personal-values';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import type { z } from 'zod';
import { presentAuditRecord } from '../audit/audit-record.schema.ts';
import type { ActivityPass } from './activity.schema.ts';

type PassFacts = z.input<typeof ActivityPass>;

/** Reads who revoked passes, from the audit. */
async function readRevokers(tenantId: string, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const filter = { tenantId, 'record.targets.id': { $in: [...ids] } };
  const rows = await AuditRecordModel.find(filter).lean<AuditRecordRow[]>();
  const revocations = rows.filter(({ record }) => record.action === 'access_pass.deleted');
  const personal = await readPersonalValues(tenantId, revocations);
  return new Map(
    revocations.flatMap((row) => {
      const { actor, targets } = presentAuditRecord(row, personal);
      return targets.map(({ id }): [string, string | null] => [id ?? '', actor.name]);
    }),
  );
}

/** Reads kind and end of passes, by their ids: three statements for any number of them. */
export async function readPassFacts(
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PassFacts>> {
  if (ids.length === 0) return new Map();
  const shown = { kind: 1, endsAt: 1, isLive: 1, deletedAt: 1, groupId: 1 };
  const passes = await AccessPassModel.find({ tenantId, _id: { $in: [...ids] } }, shown).lean<
    AccessPassRow[]
  >();
  const revoked = passes.filter(wasTakenBack);
  const revokers = await readRevokers(
    tenantId,
    revoked.flatMap(({ _id, groupId }) => (groupId === null ? [_id] : [_id, groupId])),
  );
  return new Map(
    passes.map((pass): [string, PassFacts] => [
      pass._id,
      {
        id: pass._id,
        kind: pass.kind,
        endsAt: timestamp(pass.endsAt),
        revokedAt: timestamp(wasTakenBack(pass) ? pass.deletedAt : null),
        revokedBy: revokers.get(pass._id) ?? revokers.get(pass.groupId ?? '') ?? null,
      },
    ]),
  );
}
