import type { OperationContext } from '@pas/shared/context/operation-context';
import { UserModel } from '@pas/shared/models/user';
import { visibleProperties } from '../properties/property-restriction.ts';
import { heldResidence } from '@pas/shared/residences/held-residence';

/**
 * Returns the owners whose devices a caller may see. A restricted caller sees owners with a current or future
 * residence in its properties, as in lists of users.
 *
 * @param asked the requested owner, if any
 * @returns undefined for an unrestricted list
 */
export async function visibleOwners(
  ctx: OperationContext,
  asked: string | undefined,
): Promise<{ $in: string[] } | undefined> {
  const visible = visibleProperties(ctx, undefined);
  if (!visible) return asked === undefined ? undefined : { $in: [asked] };
  const users = {
    tenantId: ctx.tenantId,
    isLive: true,
    residences: heldResidence({ propertyId: visible }, ctx),
    ...(asked !== undefined && { _id: asked }),
  };
  return { $in: await UserModel.distinct('_id', users) };
}
