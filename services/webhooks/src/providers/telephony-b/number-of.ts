import { jsonOf, type Receipt } from '../../processing/receipt.ts';
import { CallEventOfB } from './call-event.schema.ts';

/**
 * Returns the virtual number of an event, which visitors call and which calls residents. Empty if the event has none.
 */
export function numberOfB(receipt: Receipt): string {
  const { data: event } = CallEventOfB.safeParse(jsonOf(receipt));
  const { direction, from, to } = event?.data.payload ?? {};
  return (direction === 'outgoing' ? from : to) ?? '';
}
