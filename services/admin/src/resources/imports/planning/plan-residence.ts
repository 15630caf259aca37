import type { ImportChange, ImportOperation } from '@pas/shared/models/imported-row';
import type { Residence } from '@pas/shared/models/user';
import { wasCancelled } from '@pas/shared/residences/residence-times';
import type { ReadRow } from './read-row.ts';
import type { RowProblem } from './row-problems.ts';

/** Planned change of a person's residence. */
export interface PlannedResidence extends Pick<ImportOperation, 'residence' | 'end'> {
  changes: ImportChange[];
  problem: RowProblem | null;
}

/** The unit of a row, and the person's residences. */
interface ResidenceContext {
  unitId: string;
  /** The id of a new residence. */
  newId: string;
  residences: readonly Residence[];
  now: Date;
}

const nothing: PlannedResidence = { residence: null, end: null, changes: [], problem: null };

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/** Finds the residence in the unit that the row's period overlaps. */
function findMeant(
  { startsAt, endsAt }: ReadRow,
  { unitId, residences, now }: ResidenceContext,
): Residence | undefined {
  const here = residences.filter((residence) => residence.unitId === unitId && !wasCancelled(residence));
  const from = startsAt ?? now;
  const isMeant = (residence: Residence): boolean =>
    (residence.endsAt === null || residence.endsAt > from) &&
    (endsAt === null || endsAt > residence.startsAt);
  return (
    here.find((residence) => startsAt !== null && isSameTime(residence.startsAt, startsAt)) ??
    here.find((residence) => endsAt !== null && isSameTime(residence.endsAt, endsAt)) ??
    here.find(isMeant) ??
    // Accept a move-out in the past for a current resident.
    here.find((residence) => endsAt !== null && residence.endsAt === null && endsAt > residence.startsAt)
  );
}

function planEnd(residence: Residence, endsAt: Date): PlannedResidence {
  if (isSameTime(residence.endsAt, endsAt)) return nothing;
  if (endsAt <= residence.startsAt) {
    const message = 'moveOut: The resident moves in later than that.';
    return { ...nothing, problem: { field: 'moveOut', code: 'move_out_before_move_in', message } };
  }
  const before = residence.endsAt?.toISOString() ?? null;
  const after = endsAt.toISOString();
  return {
    ...nothing,
    end: { residenceId: residence.id, endsAt: after },
    changes: [{ field: 'residence.endsAt', before, after }],
  };
}

function planStart({ startsAt, endsAt, unit }: ReadRow, { newId }: ResidenceContext): PlannedResidence {
  const [from, until] = [startsAt?.toISOString() ?? null, endsAt?.toISOString() ?? null];
  const changes = [
    { field: 'residence.unit', before: null, after: unit?.label ?? null },
    { field: 'residence.startsAt', before: null, after: from },
    { field: 'residence.endsAt', before: null, after: until },
  ];
  return {
    residence: { id: newId, startsAt: from, endsAt: until },
    end: null,
    problem: null,
    changes: changes.filter(({ after }) => after !== null),
  };
}

/**
 * Plans the change of a person's residence. The start of an existing residence stays, because events and
 * messages depend on it.
 */
export function planResidence(row: ReadRow, context: ResidenceContext): PlannedResidence {
  const { startsAt, endsAt } = row;
  const meant = findMeant(row, context);
  if (meant) return endsAt === null ? nothing : planEnd(meant, endsAt);
  if (endsAt !== null && startsAt === null && endsAt <= context.now) {
    const message = 'moveIn: Add the move-in of a resident who has moved out, or remove the row.';
    return { ...nothing, problem: { field: 'moveIn', code: 'missing_required', message } };
  }
  return planStart(row, context);
}
