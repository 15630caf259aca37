import { changesUnder, fieldChanges, type FieldChange } from '@pas/shared/audit/field-changes';
import type { AuditActor } from '@pas/shared/audit/prepare-record';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { TenantMoment } from '@pas/shared/context/tenant-now';
import { heldProperties } from '@pas/shared/residences/held-properties';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import { auditedResidence } from '@pas/shared/residences/audited-residence';
import { auditedUnit } from '../../units/unit.schema.ts';
import { auditedUser } from '../../users/user.schema.ts';
import type { TrackedRow, WorkingSet } from './working-set.ts';

/** The maximum number of users per record: a record is one message on the bus, whose size is limited. */
const usersPerRecord = 50;

interface BatchRecord {
  set: WorkingSet;
  importId: string;
  action: 'import.applied' | 'import.undone';
  actor: AuditActor;
  /** The invites, sessions, devices and passes that ended with the change of a user. */
  ended: ReadonlyMap<string, readonly { type: string; id: string }[]>[];
}

type Target = { type: string; id: string };

interface Entry {
  propertyIds: string[];
  targets: Target[];
  changes: FieldChange[];
}

/** Builds the audit entry of a user and their residences. */
function userEntry(
  at: TenantMoment,
  { before, row }: TrackedRow<UserRow>,
  ended: BatchRecord['ended'],
): Entry {
  const was = new Map(before?.residences.map((residence) => [residence.id, residence]));
  const moved = row.residences.filter((residence) => was.get(residence.id) !== residence);
  const after = row.isLive ? row : null;
  const changes = [
    ...fieldChanges(before, after, auditedUser),
    ...moved.flatMap((residence) =>
      changesUnder(
        `residences.${residence.id}`,
        fieldChanges(was.get(residence.id) ?? null, residence, auditedResidence),
      ),
    ),
  ];
  return {
    propertyIds: moved.length > 0 ? moved.map(({ propertyId }) => propertyId) : heldProperties(row, at),
    targets: [
      { type: 'user', id: row._id },
      ...moved.flatMap(({ id, unitId }) => [
        { type: 'residence', id },
        { type: 'unit', id: unitId },
      ]),
      ...ended.flatMap((each) => each.get(row._id) ?? []),
    ],
    changes: changesUnder(`users.${row._id}`, changes),
  };
}

/** Builds the audit entry of a created or deleted unit. */
function unitEntry({ before, row }: TrackedRow<UnitRow>): Entry {
  const changes = fieldChanges(before, row.isLive ? row : null, auditedUnit);
  return {
    propertyIds: [row.propertyId],
    targets: [{ type: 'unit', id: row._id }],
    changes: changesUnder(`units.${row._id}`, changes),
  };
}

const isMadeOrDeleted = ({ before, row }: TrackedRow<UnitRow>): boolean => before === null || !row.isLive;

/** Groups entries so that each record covers one property and stays within the size limit. */
function groupsOf(entries: readonly Entry[]): Entry[][] {
  const byProperties = Map.groupBy(entries, ({ propertyIds }) =>
    [...new Set(propertyIds)].toSorted().join(' '),
  );
  return [...byProperties.values()].flatMap((ofProperty) =>
    Array.from({ length: Math.ceil(ofProperty.length / usersPerRecord) }, (_, at) =>
      ofProperty.slice(at * usersPerRecord, (at + 1) * usersPerRecord),
    ),
  );
}

const distinctTargets = (targets: readonly Target[]): Target[] => [
  ...new Map(targets.map((target) => [`${target.type} ${target.id}`, target])).values(),
];

/**
 * Records the changes of a batch: one record per 50 users or units of a property. The import is its first
 * target; all changed entities are further targets. So a resident's history shows the import, and a caller
 * restricted to one property sees its records.
 */
export function recordBatch(
  ctx: OperationContext,
  change: Change,
  { set, importId, action, actor, ended }: BatchRecord,
): void {
  const entries = [
    ...[...set.units.values()].filter(isMadeOrDeleted).map(unitEntry),
    ...[...set.users.values()]
      .filter(({ before, row }) => before !== row)
      .map((user) => userEntry(ctx, user, ended)),
  ];
  for (const group of groupsOf(entries))
    change.record({
      action,
      actor,
      targets: distinctTargets([
        { type: 'import', id: importId },
        ...group.flatMap(({ targets }) => targets),
      ]),
      changes: group.flatMap(({ changes }) => changes),
      propertyIds: [...new Set(group.flatMap(({ propertyIds }) => propertyIds))],
    });
}
