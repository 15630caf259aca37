import type { Change } from '@pas/shared/change/commit';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import type { LedCall } from './led-call.ts';
import { isEndedNow } from './save-call.ts';

/** Whether a phone has rung, or a resident has quiet hours. In both cases nothing needs a repair. */
const isReachable = ({ legs }: LedCall): boolean =>
  legs.some(({ status, reason }) => reason === 'quiet_hours' || !['SKIPPED', 'FAILED'].includes(status));

/** Whether a device of the residents was rung by a push message. */
const isPushed = ({ legs }: LedCall): boolean => legs.some(({ pushed }) => pushed);

/** Whether all residents have switched calls off. That is their choice. */
const isSwitchedOff = ({ legs }: LedCall): boolean =>
  legs.length > 0 && legs.every(({ reason }) => reason === 'ring_off');

/**
 * Publishes that a unit is unreachable, at the end of a visitor's call that rang nothing. The unit has no residents, or
 * none of them has an active device or a working phone.
 *
 * @param before null for a new call
 */
export async function publishUnreachable(
  change: Change,
  before: LedCall | null,
  call: LedCall,
): Promise<void> {
  const { _id: callId, tenantId, propertyId, unitId, outcome } = call;
  const isOver = isEndedNow(before, call) && outcome !== 'BUSY' && outcome !== 'ABANDONED';
  if (!isOver || propertyId === null || unitId === null) return;
  if (isReachable(call) || isPushed(call) || isSwitchedOff(call)) return;
  const unit = await UnitModel.findOne({ _id: unitId, tenantId }, { version: 1 })
    .session(change.session)
    .lean<Pick<UnitRow, 'version'>>();
  if (!unit) return;
  change.publish({
    type: 'pas.v1.access.unit.unreachable',
    subject: unitId,
    data: { aggregateVersion: unit.version, unitId, propertyId, callId },
  });
}
