import type { Entity } from '../api.ts';
import { faultInWords } from '../invites/describe-invite.ts';

/** A pass: access for people who do not live in the building. */
export type Pass = Entity<'Pass'>;
export type Holder = Pass['holders'][number];
type Delivery = Holder['deliveries'][number];

/** Words for the kinds of passes. */
export const kindWords: Readonly<Record<Pass['kind'], string>> = {
  GUEST: 'Guest',
  CARRIER: 'Carrier',
  VENDOR: 'Vendor',
  TOUR: 'Tour',
};

/** Returns the names of a pass's holders. */
export const holdersOf = ({ holders }: Pass): string =>
  holders.map(({ name }) => name ?? 'Unnamed').join(', ') || 'Unnamed';

/** Labels of the days of a week, from Monday on. */
export const dayWords = {
  MON: 'Mon',
  TUE: 'Tue',
  WED: 'Wed',
  THU: 'Thu',
  FRI: 'Fri',
  SAT: 'Sat',
  SUN: 'Sun',
} as const;

/** Returns the days and hours of a pass, in the building's time zone. */
export function timesOf({
  weekdays,
  timeFrom,
  timeTo,
}: Pick<Pass, 'weekdays' | 'timeFrom' | 'timeTo'>): string {
  const on = weekdays === null ? 'Every day' : weekdays.map((day) => dayWords[day]).join(', ');
  return timeFrom === null || timeTo === null ? on : `${on}, ${timeFrom}–${timeTo}`;
}

/** Returns how a pass has ended: `Ended by Dana: the work is finished`. */
export function endInWords({ reason, by, note }: NonNullable<Pass['ended']>): string {
  if (reason === 'EXPIRED') return 'Expired';
  const person = by?.name == null ? '' : ` by ${by.name}`;
  const end = reason === 'MOVED_OUT' ? 'Ended: the resident moved out' : `Ended${person}`;
  return note === null ? end : `${end}: ${note}`;
}

const deliveryWords: Readonly<Record<Delivery['status'], string>> = {
  QUEUED: 'is queued',
  SENT: 'was sent',
  DELIVERED: 'has arrived',
  BOUNCED: 'came back',
  FAILED: 'failed',
};

/** Returns the state of a message in words: `E-mail came back: the mailbox does not exist or takes no mail`. */
export function deliveryInWords({ channel, status, error }: Delivery): string {
  const end = error === null ? '' : `: ${faultInWords(error)}`;
  return `${channel === 'EMAIL' ? 'E-mail' : 'Text'} ${deliveryWords[status]}${end}`;
}

/** Whether a message about a pass is queued. */
export const isBeingSent = ({ holders }: Pass): boolean =>
  holders.some(({ deliveries }) => deliveries.some(({ status }) => status === 'QUEUED'));

/** Whether a holder has an e-mail or a phone. */
export const hasContact = ({ holders }: Pick<Pass, 'holders'>): boolean =>
  holders.some(({ email, phone }) => email !== null || phone !== null);
