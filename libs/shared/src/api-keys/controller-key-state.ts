import type { ControllerKeyRow } from '../models/controller-key.ts';

/** Whether a controller key works at a moment: the current key, or its predecessor within the grace period. */
export const controllerKeyWorksAt = (
  { isLive, graceUntil }: Pick<ControllerKeyRow, 'isLive' | 'graceUntil'>,
  now: Date,
): boolean => isLive || (graceUntil ?? now) > now;

/** Returns the filter of the keys that work at a moment, consistent with `controllerKeyWorksAt`. */
export const workingControllerKeys = (now: Date) => ({
  $or: [{ isLive: true }, { graceUntil: { $gt: now } }],
});
