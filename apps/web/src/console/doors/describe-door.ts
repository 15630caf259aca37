import type { Entity } from '../api.ts';

/** A door of a building. */
export type Door = Entity<'AccessPoint'>;

/** An opening of a door, or a refusal. */
export type DoorEvent = Entity<'AccessEvent'>;

/** Words for the kinds of doors. */
export const kindWords: Readonly<Record<Door['kind'], string>> = {
  DOOR: 'Door',
  GATE: 'Gate',
  GARAGE: 'Garage',
  ELEVATOR: 'Elevator',
  UNIT: 'Unit door',
};

/** Words for the connections to controllers. */
export const adapterWords: Readonly<Record<Door['controller']['adapter'], string>> = {
  nats: 'Event bus',
  http: 'HTTP',
};

const methods: Readonly<Record<DoorEvent['method'], string>> = {
  APP: 'with the app',
  DTMF: 'by phone',
  PIN: 'with a PIN',
  STAFF: 'by staff',
  LINK: 'with the link of a pass',
};

/** Returns an event at a door in words. */
export const describeEvent = ({ decision, method }: Pick<DoorEvent, 'decision' | 'method'>): string =>
  `${decision === 'GRANTED' ? 'Opened' : 'Refused'} ${methods[method]}`;

/** Words for the reasons of decisions, by their codes. */
const reasons: Readonly<Record<string, string>> = {
  current_residence: 'lives in the building',
  own_unit: 'lives in the unit',
  not_a_resident_here: 'does not live in the building',
  not_own_unit: 'lives in another unit',
  resident_disabled: 'access is disabled',
  door_deleted: 'the door was deleted',
  staff: 'permission to open doors',
  pass_valid: 'valid pass',
  pass_expired: 'the pass has ended',
  pass_revoked: 'the pass was revoked',
  pass_not_for_door: 'the pass is for other doors',
  pass_outside_window: 'outside the times of the pass',
  pass_used_up: 'the pass has no uses left',
  host_not_admitted: 'the host of the pass may not open this door',
  pin_unknown: 'no pass has this PIN',
  controller_decided: 'decided by the controller',
};

/** Returns a code such as `outside_schedule` in words. */
export const reasonInWords = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ');

/** Returns the reason of an event in words: the text of staff, else the words of its code. */
export const whyInWords = ({ reason, reasonText }: Pick<DoorEvent, 'reason' | 'reasonText'>): string =>
  reasonText === null ? reasonInWords(reason) : `“${reasonText}”`;

/** Returns the person or key of an event in words, such as `Northside Plumbing, pass`. */
export function subjectInWords({ subject, passId }: Pick<DoorEvent, 'subject' | 'passId'>): string {
  const { type, name } = subject;
  if (type === 'RESIDENT') return name ?? 'A resident';
  if (type === 'STAFF') return name === null ? 'Staff' : `${name}, staff`;
  if (type === 'API_KEY') return name === null ? 'An API key' : `${name}, API key`;
  return passId === null ? 'A visitor' : `${name ?? 'Unnamed guest'}, pass`;
}
