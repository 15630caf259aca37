import type { PlannedEffect } from '@pas/platform/context/operation-plan';
import type { Transaction } from '@pas/platform/mongo/in-transaction';
import type { ClientSession } from 'mongoose';
import type { AuditEntry, AuditTarget, CreatedIdentity } from '../audit/prepare-record.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { holdsScope } from '../principal/principal.ts';
import { plannedKinds, type PlannedKind, type PlannedRow } from './planned-kinds.ts';

/** The number of entities of a kind whose labels a dry run reads: as many as a plan shows. */
const maxLabelled = 5;

type Rows = ReadonlyMap<string, PlannedRow>;

async function readRows(
  { tenantId }: OperationContext,
  { model }: PlannedKind,
  { ids, session, isWhole }: { ids: readonly string[]; session: ClientSession | null; isWhole: boolean },
): Promise<Rows> {
  if (ids.length === 0) return new Map();
  // The tenant's own row has no tenantId.
  const owner = 'tenantId' in model.schema.paths ? { tenantId } : {};
  const rows = await model
    .find({ _id: { $in: ids }, ...owner }, isWhole ? null : { version: 1 })
    .session(session)
    .lean<PlannedRow[]>();
  return new Map(rows.map((row) => [row._id, row]));
}

/** Returns an entity as the caller may see it; null for a row of another property. A new one has the id of its parent. */
function exampleOf(
  { principal }: OperationContext,
  { scope, labelOf }: PlannedKind,
  { row, created }: { row: PlannedRow; created: CreatedIdentity | undefined },
): PlannedEffect['example'] | null {
  const { propertyIds } = principal;
  const isHidden = row.propertyId != null && propertyIds !== null && !propertyIds.includes(row.propertyId);
  if (isHidden) return null;
  return { id: created?.parentId ?? row._id, label: holdsScope(principal, scope) ? labelOf(row) : null };
}

/** The entities of one kind that a change has written. */
interface WrittenEntities {
  type: string;
  ids: readonly string[];
  created: ReadonlyMap<string, CreatedIdentity>;
}

/**
 * Finds the effects on the entities of one kind. Labels are those before the change, because an erasure removes them; a
 * new entity has its own. A transaction reads no rows of the other database.
 */
async function findEffectsOn(
  ctx: OperationContext,
  { connection, session }: Transaction,
  { type, ids, created }: WrittenEntities,
): Promise<PlannedEffect[]> {
  const kind = plannedKinds[type];
  const isDryRun = ctx.plan?.isDryRun === true;
  const bare = (id: string): PlannedEffect => {
    const { parentId, key } = created.get(id) ?? {};
    return { kind: type, id: parentId === undefined ? id : `${parentId} ${key}`, version: null };
  };
  if (!kind) return ids.map((id) => ({ ...bare(id), ...(isDryRun && { example: { id, label: null } }) }));
  const isHere = kind.model.db === connection;
  const written = await readRows(ctx, kind, {
    ids: isHere ? ids : [],
    session,
    isWhole: isDryRun && created.size > 0,
  });
  const before = await readRows(ctx, kind, {
    ids: isDryRun ? ids.slice(0, maxLabelled) : [],
    session: null,
    isWhole: true,
  });
  return ids.map((id) => {
    const row = before.get(id) ?? (isDryRun && created.has(id) ? written.get(id) : undefined);
    const example = row && exampleOf(ctx, kind, { row, created: created.get(id) });
    return { ...bare(id), version: written.get(id)?.version ?? null, ...(example && { example }) };
  });
}

const hasId = (target: AuditTarget): target is AuditTarget & { id: string } => target.id !== null;

/**
 * Finds the entities that a change has written, by its audit entries, with the versions that it stores. Reads by id,
 * one statement for each kind. A dry run also reads the labels of five entities of each kind.
 */
export async function findEffects(
  ctx: OperationContext,
  entries: readonly AuditEntry[],
  transaction: Transaction,
): Promise<PlannedEffect[]> {
  const written = entries.flatMap(({ targets, alsoPlanned = [] }) => [...targets, ...alsoPlanned]);
  const created = new Map(entries.flatMap((entry) => [...(entry.created ?? [])]));
  const effects: PlannedEffect[] = [];
  for (const [type, targets] of Map.groupBy(written.filter(hasId), (target) => target.type))
    effects.push(
      ...(await findEffectsOn(ctx, transaction, { type, ids: targets.map(({ id }) => id), created })),
    );
  return effects;
}
