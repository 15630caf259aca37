import { takeTurns } from '@pas/platform/concurrency/take-turns';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { isHeld } from '@pas/shared/residences/held-residence';
import { madeBy } from './imported-ids.ts';
import { loadMatches, type KnownUser, type Matches } from './load-matches.ts';
import { planRow, type PlanContext, type PlannedRow } from './plan-row.ts';
import { loadPropertyDirectory, type PropertyDirectory } from './property-directory.ts';
import { readRow, type ReadRow } from './read-row.ts';
import type { ResolvedRow, SentRow } from '../rows/resolved-row.ts';
import type { RowLinks } from './row-links.ts';
import { problemPresenter, type RowProblem } from './row-problems.ts';
import { openUnitLabels, type UnitLabels } from './unit-labels.ts';

/** Context for resolving the rows of one import. */
export interface Resolver extends PlanContext {
  directory: PropertyDirectory;
  labels: UnitLabels;
}

/**
 * Prepares the resolution of an import's rows, with one read of its properties.
 *
 * @param rowLinks the links to other rows: `trackRowLinks()` for the plan, `plannedRowLinks(rows)` to resolve a batch of
 *   it again
 */
export async function openResolver(
  ctx: OperationContext,
  imported: ImportRow,
  rowLinks: RowLinks,
): Promise<Resolver> {
  // An unrestricted caller's import for one property may change a resident who moves there from another
  // property.
  const reach = imported.isRestricted ? imported.reach : null;
  const isReached = ({ residences }: KnownUser): boolean =>
    reach === null ||
    residences.some((residence) => isHeld(residence, ctx) && reach.includes(residence.propertyId));
  return {
    ctx,
    imported,
    rowLinks,
    isOwn: madeBy(imported),
    isReached,
    directory: await loadPropertyDirectory(ctx, imported),
    labels: openUnitLabels(ctx),
  };
}

/** Returns the problem of a row without a valid unit; null if it has one. */
async function unitProblem(
  row: ReadRow,
  planned: PlannedRow,
  { labels }: Resolver,
): Promise<RowProblem | null> {
  const { property, unit } = row;
  if (planned.unitId !== null || !property || !unit) return null;
  const suggestion = await labels.suggest(property._id, unit);
  const hint = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
  const isArchived = property.status === 'ARCHIVED';
  const why = isArchived ? ' The property is archived and takes no new units.' : '';
  const message = `unit: ${property.name} has no unit ${unit.label}.${hint}${why}`;
  return { field: 'unit', code: 'unknown_unit', message, suggestion };
}

function archivedProblem({ property }: ReadRow, { operation }: PlannedRow): RowProblem | null {
  if (property?.status !== 'ARCHIVED' || operation === null || operation.invite === 'NONE') return null;
  const message =
    'property: It is archived and takes no invites. Set its status to ACTIVE, or import without invites.';
  return { field: 'property', code: 'unknown_property', message };
}

function verdictOf(
  { changes, isKnownUser }: PlannedRow,
  { imported }: Resolver,
): Exclude<ResolvedRow['verdict'], 'error' | 'move_out'> {
  if (!isKnownUser && changes.length > 0) return 'create';
  if (changes.length === 0) return 'unchanged';
  return imported.options.onExisting === 'SKIP' ? 'skip' : 'update';
}

function refused(row: ReadRow, problems: readonly RowProblem[], { imported }: Resolver): ResolvedRow {
  const present = problemPresenter(imported.columns);
  return {
    line: row.line,
    cells: row.cells,
    verdict: 'error',
    propertyId: row.property?._id ?? null,
    unitId: null,
    userId: null,
    personLine: null,
    unitLine: null,
    operation: null,
    changes: [],
    problems: problems.map(present),
  };
}

async function resolveRow(row: ReadRow, matches: Matches, resolver: Resolver): Promise<ResolvedRow> {
  const planned = planRow(row, resolver, matches);
  const looked = [
    ...planned.problems,
    await unitProblem(row, planned, resolver),
    archivedProblem(row, planned),
  ].filter((problem) => problem !== null);
  const problems = [...row.problems, ...looked];
  if (problems.length > 0) return refused(row, problems, resolver);
  const verdict = verdictOf(planned, resolver);
  const isDone = verdict === 'create' || verdict === 'update';
  const { userId, unitId, personLine, unitLine, operation, changes } = planned;
  resolver.rowLinks.add(row, { isNewUnit: isDone && operation?.newUnit !== null });
  return {
    line: row.line,
    cells: row.cells,
    verdict,
    propertyId: row.property?._id ?? null,
    unitId,
    userId,
    personLine,
    unitLine,
    operation: isDone ? operation : null,
    changes,
    problems: [],
  };
}

/**
 * Resolves a batch of rows, in line order: the operation of each row, or all its problems. The results form
 * the plan. Before execution, a batch is resolved again, and `isAsPlanned` compares the results.
 *
 * A batch costs four reads for any size, plus one for each property with an unknown unit. The function yields
 * to other work of the process in between.
 */
export async function resolveRows(resolver: Resolver, rows: readonly SentRow[]): Promise<ResolvedRow[]> {
  const { ctx } = resolver;
  const turn = takeTurns();
  const read: ReadRow[] = [];
  for (const row of rows) {
    await turn();
    read.push(readRow(row, resolver));
  }
  const matches = await loadMatches(ctx, read);
  const resolved: ResolvedRow[] = [];
  for (const row of read) {
    await turn();
    resolved.push(await resolveRow(row, matches, resolver));
  }
  return resolved;
}
