import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { checkAll } from '@pas/platform/errors/check-all';
import { invalidField } from '@pas/shared/errors/raise';
import type { Residence, UserRow } from '@pas/shared/models/user';
import type { AddResidence } from './residence.schema.ts';

/** Unit and period of a residence. */
export type Period = Pick<Residence, 'unitId' | 'startsAt' | 'endsAt'>;

/** Returns the requested period; the default start is now, by the test clock of the tenant. */
export function readPeriod(
  ctx: OperationContext,
  { startsAt, endsAt }: Partial<AddResidence>,
): Omit<Period, 'unitId'> {
  return { startsAt: startsAt ?? tenantNow(ctx), endsAt: endsAt ?? null };
}

/**
 * Requires that a person can have a residence for a period.
 *
 * @param at path prefix of the residence in the body, such as `residence.`
 * @throws invalid for STAFF, who have no residences, and for a period that ends before it starts. It lists both
 *   problems together.
 */
export async function requirePeriod(
  kind: UserRow['kind'],
  { startsAt, endsAt }: Pick<Period, 'startsAt' | 'endsAt'>,
  at: '' | 'residence.',
): Promise<void> {
  await checkAll(
    () => {
      if (kind === 'RESIDENT') return;
      const message = 'Staff have no residence. Create a RESIDENT for a person who also lives here.';
      throw invalidField(at === '' ? 'id' : 'kind', 'staff_has_no_residence', message);
    },
    () => {
      if (endsAt === null || endsAt > startsAt) return;
      const path = `${at}endsAt`;
      throw invalidField(path, 'ends_before_start', `${path}: Expected a time after the residence starts.`);
    },
  );
}
