import type { OperationContext } from '@pas/shared/context/operation-context';
import { tenantNow } from '@pas/shared/context/tenant-now';
import type { ImportRow } from '@pas/shared/models/import';
import type { ImportChange, ImportedPerson, ImportOperation } from '@pas/shared/models/imported-row';
import { importedId } from './imported-ids.ts';
import type { KnownUser, Matches } from './load-matches.ts';
import { matchPerson } from './match-person.ts';
import { planResidence } from './plan-residence.ts';
import type { ReadRow } from './read-row.ts';
import type { ResolvedRow } from '../rows/resolved-row.ts';
import type { RowProblem } from './row-problems.ts';
import type { RowLinks } from './row-links.ts';
import { virtualNumberWords } from '@pas/shared/recipients/refuse-virtual-number';

/** Context for planning the rows of one import. */
export interface PlanContext {
  ctx: OperationContext;
  imported: ImportRow;
  rowLinks: RowLinks;
  /** Whether this import has created an entity. */
  isOwn: (id: string) => boolean;
  /** Whether the import may change a user. */
  isReached: (user: KnownUser) => boolean;
}

/** Planned operation of a row, before its problems are stored. */
export interface PlannedRow extends Pick<
  ResolvedRow,
  'userId' | 'unitId' | 'personLine' | 'unitLine' | 'operation' | 'changes'
> {
  isKnownUser: boolean;
  problems: RowProblem[];
}

interface PlacedUnit {
  unitId: string;
  unitLine: number | null;
}

/** @returns null for a unit that does not exist and may not be created */
function placeUnit(row: ReadRow, { imported, rowLinks }: PlanContext, matches: Matches): PlacedUnit | null {
  if (!row.property || !row.unit) return null;
  const unit = matches.unit(row.property._id, row.unit);
  if (unit) return { unitId: unit._id, unitLine: null };
  if (!imported.options.createUnits || row.property.status === 'ARCHIVED') return null;
  const unitLine = rowLinks.unitLine(row);
  return { unitId: importedId('unit', imported, unitLine), unitLine };
}

const fullName = ({ firstName, lastName }: { firstName?: string | null; lastName?: string | null }): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** Returns the fields of the person that the row changes. An equal full name is not a change of its parts. */
function personChanges(
  row: ReadRow,
  user: KnownUser | null,
): { set: ImportedPerson; changes: ImportChange[] } {
  const isSameName = row.hasFullName && user !== null && fullName(user) === fullName(row.person);
  const isSame = (field: keyof ImportedPerson, value: string): boolean => {
    if (field === 'email') return user?.emailKey === row.emailKey;
    if (isSameName && (field === 'firstName' || field === 'lastName')) return true;
    return user?.[field] === value;
  };
  const fields = Object.entries(row.person) as [keyof ImportedPerson, string][];
  const changed = fields.filter(([field, value]) => !isSame(field, value));
  return {
    set: Object.fromEntries(changed),
    changes: changed.map(([field, after]) => ({ field, before: user?.[field] ?? null, after })),
  };
}

/** Whether a person who cannot sign in yet gets a home, and so an invite. */
const isInvited = (user: KnownUser | null, { residence }: Pick<ImportOperation, 'residence'>): boolean =>
  residence !== null && (user === null || user.accountId === null);

/** Returns the existing user; null for a person who is unknown or was created by this import. */
const knownUser = (user: KnownUser | null, { isOwn }: PlanContext): KnownUser | null =>
  user && !isOwn(user._id) ? user : null;

/** Reports a new phone that is a virtual number. An existing one stays. */
function phoneProblem({ phone }: ImportedPerson, matches: Matches): RowProblem | null {
  if (phone == null || !matches.isVirtualNumber(phone)) return null;
  return { field: 'phone', code: 'phone_is_virtual_number', message: `phone: ${virtualNumberWords}` };
}

/** Finds the person of a row, and whether the row is their first. */
function placePerson(row: ReadRow, { imported, rowLinks, isOwn, isReached }: PlanContext, matches: Matches) {
  const { line: personLine, problem: duplicate } = rowLinks.personLine(row);
  const newUserId = importedId('user', imported, personLine);
  const isOfOtherLine = (user: KnownUser): boolean => isOwn(user._id) && user._id !== newUserId;
  const { user, problem } = matchPerson(row, { matches, isOfOtherLine, isReached });
  const isFirst = personLine === row.line;
  const { set, changes } = isFirst ? personChanges(row, user) : { set: {}, changes: [] };
  const problems = [duplicate, problem, phoneProblem(set, matches)].filter((each) => each !== null);
  return { user, userId: user?._id ?? newUserId, personLine, isFirst, set, changes, problems };
}

/** Returns the unit that a line creates; null when it exists or another line creates it. */
const newUnitOf = ({ line, unit }: ReadRow, unitLine: number | null): ImportOperation['newUnit'] =>
  unit && unitLine === line ? { label: unit.label, floor: unit.floor } : null;

const nowhere: PlacedUnit = { unitId: '', unitLine: null };

/**
 * Plans the operation of a row without problems.
 *
 * The first line of a person sets their fields. Further lines only add residences to the user of the first
 * line.
 */
export function planRow(row: ReadRow, plan: PlanContext, matches: Matches): PlannedRow {
  const { ctx, imported } = plan;
  const person = placePerson(row, plan, matches);
  const { user, userId, personLine } = person;
  const placed = placeUnit(row, plan, matches);
  const { unitId, unitLine } = placed ?? nowhere;
  const newId = importedId('residence', imported, row.line);
  const planned = planResidence(row, {
    unitId,
    newId,
    residences: user?.residences ?? [],
    now: tenantNow(ctx),
  });
  const operation: ImportOperation = {
    kind: 'RESIDENT',
    userId,
    isNewUser: user === null && person.isFirst,
    propertyId: row.property?._id ?? '',
    unitId,
    newUnit: newUnitOf(row, unitLine),
    user: person.set,
    residence: planned.residence,
    end: planned.end,
    invite: isInvited(user, planned) ? imported.options.invite : 'NONE',
  };
  return {
    userId,
    unitId: placed ? unitId : null,
    personLine,
    unitLine,
    operation,
    changes: [...person.changes, ...planned.changes],
    isKnownUser: knownUser(user, plan) !== null,
    problems: [...person.problems, ...(planned.problem ? [planned.problem] : [])],
  };
}
