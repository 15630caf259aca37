import { alreadyExists } from '@pas/platform/errors/raise';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { UnitRow } from '@pas/shared/models/unit';
import { findUnitByLabel } from './ensure-unit.ts';

/**
 * Refuses a label that a unit with a numbered key, such as `1-12~2`, already has exactly. The unique index does not
 * see that unit, because its key differs.
 *
 * @throws conflict (`already_exists`)
 */
export async function refuseTwin(
  ctx: OperationContext,
  { session }: Change,
  unit: Pick<UnitRow, 'propertyId' | 'label'>,
): Promise<void> {
  const twin = await findUnitByLabel(ctx, unit, session);
  if (twin?.label === unit.label && twin.labelKey.includes('~')) throw alreadyExists('unit', 'label');
}
