import { jsonOf, type Receipt } from '../../processing/receipt.ts';
import { CallEventOfB } from './call-event.schema.ts';

/** The virtual number that an event is about: visitors call it, and residents are rung from it. Empty where none is named. */
export function numberOfB(receipt: Receipt): string {
  const { data: event } = CallEventOfB.safeParse(jsonOf(receipt));
  const { direction, from, to } = event?.data.payload ?? {};
  return (direction === 'outgoing' ? from : to) ?? '';
}
