import { isQuietAt, defaultCallSettings } from '@pas/shared/models/call-settings';
import type { CallFlowRow, CallLeg } from '@pas/shared/models/call';
import { hasRingingPhone, type PhoneFields } from '@pas/shared/models/ringing-phone';
import { tenantNow, type TenantMoment } from '@pas/shared/context/tenant-now';
import type { UserRow } from '@pas/shared/models/user';

/** The fields of a resident that the plan of legs needs. */
export interface Callee extends PhoneFields, Pick<UserRow, '_id' | 'callSettings'> {
  /** Whether the resident has an active device. */
  hasDevice: boolean;
  /** Whether the phone is a virtual number. A call to it would come back to this system. */
  hasVirtualPhone: boolean;
}

/** A called unit. */
export interface Home {
  unitId: string;
  /** The residents, in the order of residence. */
  residents: readonly Callee[];
  /** The ids of the recent door attempts of the residents. */
  attempts: readonly string[];
}

type SkipReason = NonNullable<CallLeg['reason']>;

/** The legs of a call, as stored and in the flow. */
interface PlannedLegs {
  legs: CallLeg[];
  dialled: CallFlowRow['legs'];
}

/** Maximum legs at once and per call. Providers ring at most ten. More than twenty would take a visitor too long. */
const [maxAtOnce, maxLegs] = [10, 20];

/** Returns the reason for which a resident is not rung; null for a resident who is rung. */
function skipReasonOf(
  { callSettings, ...callee }: Callee,
  rungPhones: ReadonlySet<string>,
  { timeZone, at }: { timeZone: string; at: Date },
): SkipReason | null {
  const settings = callSettings ?? defaultCallSettings;
  if (!settings.ring) return 'ring_off';
  if (isQuietAt(settings, timeZone, at)) return 'quiet_hours';
  if (callee.phone === null || !hasRingingPhone(callee)) return 'no_verified_phone';
  if (callee.hasVirtualPhone) return 'virtual_number';
  if (rungPhones.has(callee.phone)) return 'same_phone';
  return rungPhones.size >= maxLegs ? 'too_many' : null;
}

/** Whether the devices of a resident ring. They do not ring when ringing is off or in quiet hours. */
const isToPush = ({ reason }: Pick<CallLeg, 'reason'>): boolean =>
  reason !== 'ring_off' && reason !== 'quiet_hours';

/**
 * Plans the steps of ringing in the order of residence: one resident after the other, or ten at once. Residents who are
 * not rung are stored as SKIPPED with the reason. Quiet hours follow the test clock.
 */
export function planLegs(
  { residents }: Pick<Home, 'residents'>,
  { ringMode, timeZone }: Pick<CallFlowRow, 'ringMode' | 'timeZone'>,
  moment: TenantMoment,
): PlannedLegs {
  const { now: at } = moment;
  const rungPhones = new Set<string>();
  const perStep = ringMode === 'ORDER' ? 1 : maxAtOnce;
  const planned = residents.map((resident) => {
    const reason = skipReasonOf(resident, rungPhones, { timeZone, at: tenantNow(moment) });
    const step = reason === null ? Math.floor(rungPhones.size / perStep) : null;
    if (reason === null && resident.phone !== null) rungPhones.add(resident.phone);
    const isRung = step !== null;
    const leg: CallLeg = {
      userId: resident._id,
      toNumber: isRung ? resident.phone : null,
      status: isRung ? 'QUEUED' : 'SKIPPED',
      reason,
      pushed: resident.hasDevice && isToPush({ reason }),
      startedAt: at,
      answeredAt: null,
      endedAt: isRung ? null : at,
    };
    const known = { providerLegId: null, isOffered: false, isDismissed: false, isReported: false };
    return { leg, dialled: { step, ...known } };
  });
  return { legs: planned.map(({ leg }) => leg), dialled: planned.map(({ dialled }) => dialled) };
}
