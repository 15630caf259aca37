import { sentFields } from '@pas/platform/http/sent-fields';
import { tenantNow } from '@pas/shared/context/tenant-now';
import { passMade } from '@pas/shared/access/audited-pass';
import { addPasses } from '@pas/shared/access/add-passes';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { requireEndAhead } from '@pas/shared/access/require-end-ahead';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { loadProperty } from '../properties/load-property.ts';
import { refuseVirtualNumbers } from '@pas/shared/recipients/refuse-virtual-number';
import type { CreatePass } from './pass-requests.schema.ts';
import type { PassGroup } from './pass.schema.ts';
import { requireDoors } from './require-doors.ts';
import { checkHolders, phonePathOf, storedHolder } from './stored-holder.ts';

/**
 * Checks rules beyond the schema. Without the property, only numbers that are invalid in every country are
 * refused.
 */
export function checkNewPass(ctx: OperationContext, sent: Partial<CreatePass>): void {
  requireEndAhead(sent, tenantNow(ctx));
  checkHolders(sent.holders);
}

/**
 * Creates a pass for doors of a property. Each holder has a separate link, PIN and count of uses. All holders
 * are created in one transaction.
 *
 * @throws not_found for an unknown property or door, or one beyond the caller's reach
 * @throws invalid for a pass that has ended already, for an invalid phone and for a virtual number
 */
export async function createPass(
  ctx: OperationContext,
  links: PassLinks,
  input: CreatePass,
): Promise<PassGroup> {
  checkNewPass(ctx, input);
  const property = await loadProperty(ctx, input.propertyId);
  const { principal } = ctx;
  const type = principal.kind === 'staff' ? ('STAFF' as const) : ('API_KEY' as const);
  const createdBy = { type, id: principal.id ?? '' };
  await requireDoors(ctx, { ...input, createdBy });
  const { holders = [], weekdays, ...rest } = input;
  const common = { ...sentFields(rest), weekdays: weekdays ?? [], createdBy };
  const named = holders.map((holder, index) => storedHolder(holder, index, property.address.country));
  await refuseVirtualNumbers(named.map(({ holderPhone = null }, index) => [phonePathOf(index), holderPhone]));
  const [first = {}, ...others] = named;
  const withHolder = (holder: typeof first) => ({ ...common, ...holder });
  const given = [withHolder(first), ...others.map(withHolder)] as const;
  return commit(ctx, async (change) => {
    const group = await addPasses(ctx, change, { links, given });
    const [pass] = group;
    change.record({
      action: 'access_pass.created',
      targets: [
        { type: 'access_pass', id: pass._id },
        ...pass.accessPointIds.map((id) => ({ type: 'access_point', id })),
      ],
      changes: passMade(group),
      propertyIds: [property._id],
    });
    return group;
  });
}
