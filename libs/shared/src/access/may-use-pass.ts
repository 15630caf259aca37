import { tenantNow } from '../context/tenant-now.ts';
import type { AccessPassRow } from '../models/access-pass.ts';
import type { AccessPointRow } from '../models/access-point.ts';
import { decide, type Decision, type Rule } from './decide.ts';
import { doorInService, mayOpen, type Opener } from './may-open.ts';
import { isWithinWindow } from './pass-window.ts';

/** Input of the rules of a pass. */
export interface PassUse {
  pass: AccessPassRow;
  door: Pick<AccessPointRow, '_id' | 'isLive' | 'propertyId' | 'unitId'>;
  /** The resident who made the pass; null for a pass of staff, or when the resident is gone. */
  host: Opener | null;
  /** IANA name, of the property. */
  timeZone: string;
  now: Date;
}

/** Returns the rule that the resident who made a pass may still open the door. A pass of staff always satisfies it. */
function hostAdmitted({ pass, door, host, now }: PassUse): Rule {
  const rule = { name: 'host_admitted', denial: 'host_not_admitted' };
  if (pass.createdBy.type !== 'RESIDENT')
    return { ...rule, isPassed: true, says: ['The pass was made by staff.', 'The pass has no host.'] };
  const decision = host && mayOpen(door, host, now);
  const because = decision?.rules.at(-1)?.message ?? 'The person is not there any more.';
  return {
    ...rule,
    isPassed: decision?.isGranted ?? false,
    says: [
      'The resident who made the pass may open this door.',
      `The resident who made the pass may not open this door: ${because}`,
    ],
  };
}

/** Whether a pass was revoked before its end. */
export const wasRevoked = ({ isLive, deletedAt }: Pick<AccessPassRow, 'isLive' | 'deletedAt'>): boolean =>
  !isLive && deletedAt !== null;

/** Decides whether a pass opens a door now. The last rule checks the remaining uses, and `takeUse` takes one later. */
export function mayUsePass(use: PassUse): Decision {
  const { pass, door, timeZone } = use;
  const now = tenantNow({ tenantId: pass.tenantId, now: use.now });
  const decision = decide([
    doorInService(door),
    {
      name: 'pass_live',
      isPassed: pass.isLive && now < pass.endsAt,
      denial: wasRevoked(pass) ? 'pass_revoked' : 'pass_expired',
      says: ['The pass has not ended.', 'The pass has ended or was revoked.'],
    },
    {
      name: 'pass_for_door',
      isPassed: pass.accessPointIds.includes(door._id),
      denial: 'pass_not_for_door',
      says: ['The pass names this door.', 'The pass does not name this door.'],
    },
    hostAdmitted(use),
    {
      name: 'pass_window',
      isPassed: isWithinWindow(pass, timeZone, now),
      denial: 'pass_outside_window',
      says: ['It is within the times of the pass.', 'It is outside the times of the pass.'],
    },
    {
      name: 'pass_uses',
      isPassed: pass.maxUses === null || pass.uses < pass.maxUses,
      denial: 'pass_used_up',
      says: ['The pass has uses left.', 'The pass has no uses left.'],
    },
  ]);
  return decision.isGranted ? { ...decision, reason: 'pass_valid' } : decision;
}
