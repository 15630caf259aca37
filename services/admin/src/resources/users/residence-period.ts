import type { OperationContext } from '@pas/shared/context/operation-context';
import type { FieldProblem } from '@pas/platform/errors/fault';
import type { Residence, UserRow } from '@pas/shared/models/user';
import type { AddResidence } from './residence.schema.ts';

/** Where a person lives, and from when until when. */
export type Period = Pick<Residence, 'unitId' | 'startsAt' | 'endsAt'>;

/** The period that a client asks for; it begins now unless said. */
export function readPeriod({ now }: OperationContext, { unitId, startsAt, endsAt }: AddResidence): Period {
  return { unitId, startsAt: startsAt ?? now, endsAt: endsAt ?? null };
}

/**
 * What is wrong with a residence whatever else there is: STAFF have none, and a period ends after it begins.
 *
 * @param at where the residence stands in the body, such as `residence.`
 */
export function periodProblems(
  kind: UserRow['kind'],
  { startsAt, endsAt }: Period,
  at: '' | 'residence.',
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (kind === 'STAFF') {
    const message = 'Staff have no residence. Create a RESIDENT for a person who also lives here.';
    problems.push({ path: 'kind', code: 'staff_has_no_residence', message });
  }
  if (endsAt !== null && endsAt <= startsAt) {
    const path = `${at}endsAt`;
    const message = `${path}: Expected a time after the residence starts.`;
    problems.push({ path, code: 'ends_before_start', message });
  }
  return problems;
}
