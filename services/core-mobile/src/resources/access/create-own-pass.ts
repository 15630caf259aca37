import { tenantNow } from '@pas/shared/context/tenant-now';
import { passMade } from '@pas/shared/access/audited-pass';
import { addPasses } from '@pas/shared/access/add-passes';
import { mayOpen } from '@pas/shared/access/may-open';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { requireEndAhead } from '@pas/shared/access/require-end-ahead';
import { holdResident } from '@pas/shared/accounts/hold-resident';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { notFound } from '@pas/platform/errors/raise';
import { sentFields } from '@pas/platform/http/sent-fields';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { CreateOwnPass } from './own-pass.schema.ts';

/** Returns the property of the doors, after checking that the resident may open each door now. */
async function propertyOfDoors(
  ctx: OperationContext,
  change: Change,
  accessPointIds: readonly string[],
): Promise<string> {
  const { tenantId, now } = ctx;
  const person = await holdResident(ctx, change);
  const doors = await AccessPointModel.find({ _id: { $in: [...accessPointIds] }, tenantId })
    .session(change.session)
    .lean<AccessPointRow[]>();
  const mine = doors.filter((door) => mayOpen(door, person, now).isGranted);
  const [first] = mine;
  if (!first || mine.length < accessPointIds.length) throw notFound();
  if (mine.every(({ propertyId }) => propertyId === first.propertyId)) return first.propertyId;
  const message = 'accessPointIds: The doors are in different buildings. Create a pass for each building.';
  throw invalidField('accessPointIds', 'invalid_value', message);
}

/**
 * Creates a pass for doors that the signed-in resident may open.
 *
 * @throws not_found for a door that the resident may not open; invalid for several properties and for times in the past
 */
export async function createOwnPass(
  ctx: OperationContext,
  links: PassLinks,
  input: CreateOwnPass,
): Promise<AccessPassRow> {
  const { weekdays, ...rest } = input;
  const createdBy = { type: 'RESIDENT' as const, id: ctx.principal.id ?? '' };
  return commit(ctx, async (change) => {
    const propertyId = await propertyOfDoors(ctx, change, input.accessPointIds);
    requireEndAhead(input, tenantNow(ctx));
    const given = {
      ...sentFields(rest),
      weekdays: weekdays ?? [],
      propertyId,
      createdBy,
      kind: 'GUEST' as const,
    };
    const [pass] = await addPasses(ctx, change, { links, given: [given] });
    change.record({
      action: 'access_pass.created',
      targets: [
        { type: 'access_pass', id: pass._id },
        ...pass.accessPointIds.map((id) => ({ type: 'access_point', id })),
      ],
      changes: passMade([pass]),
      propertyIds: [propertyId],
    });
    return pass;
  });
}
