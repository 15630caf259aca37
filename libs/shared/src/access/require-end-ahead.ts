import { invalidField } from '../errors/raise.ts';

/** @throws invalid for a pass whose end has passed */
export function requireEndAhead({ endsAt }: { endsAt?: Date | undefined }, now: Date): void {
  if (endsAt === undefined || endsAt > now) return;
  throw invalidField('endsAt', 'out_of_range', 'endsAt: Expected a time in the future.');
}
