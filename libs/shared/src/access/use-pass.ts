import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import type { AccessPointRow } from '../models/access-point.ts';
import { PropertyModel, type PropertyRow } from '../models/property.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import type { Decision } from './decide.ts';
import { mayUsePass, type PassUse } from './may-use-pass.ts';
import { hasDailyWindow } from './pass-window.ts';
import { takeUse } from './take-use.ts';

/** Reads the input of the rules of a pass: its host, and for a daily window the property's time zone. */
export async function loadPassUse(
  pass: AccessPassRow,
  door: AccessPointRow,
  now: Date,
): Promise<PassUse & { host: UserRow | null }> {
  const { tenantId, createdBy } = pass;
  const [host, property] = await Promise.all([
    createdBy.type === 'RESIDENT'
      ? UserModel.findOne({ _id: createdBy.id, tenantId }).lean<UserRow>()
      : Promise.resolve(null),
    hasDailyWindow(pass)
      ? PropertyModel.findOne({ _id: door.propertyId, tenantId }, { timeZone: 1 }).lean<
          Pick<PropertyRow, 'timeZone'>
        >()
      : Promise.resolve(null),
  ]);
  return { pass, door, host, timeZone: property?.timeZone ?? 'UTC', now };
}

/**
 * Decides whether a pass opens a door now, and takes one of its uses for a grant. Concurrent calls get exactly the
 * remaining uses. A caller that cannot record the grant returns the use (`returnUse`).
 */
export async function usePass(use: PassUse): Promise<Decision> {
  for (let { pass } = use; ;) {
    const decision = mayUsePass({ ...use, pass });
    if (!decision.isGranted || (await takeUse(pass))) return decision;
    const { _id, tenantId } = pass;
    const stored = await AccessPassModel.findOne({ _id, tenantId }).lean<AccessPassRow>();
    pass = stored ?? { ...pass, isLive: false, deletedAt: use.now };
  }
}
