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

/** Words for the ways to open a door. */
export const methods: Readonly<Record<DoorEvent['method'], string>> = {
  APP: 'with the app',
  DTMF: 'by phone',
  PIN: 'with a PIN',
  STAFF: 'by staff',
  LINK: 'with the link of a pass',
};

/** Returns an event at a door in words. */
export const describeEvent = ({ decision, method }: Pick<DoorEvent, 'decision' | 'method'>): string =>
  `${decision === 'GRANTED' ? 'Opened' : 'Refused'} ${methods[method]}`;

/** Returns a code such as `outside_schedule` in words. */
export const reasonInWords = (reason: string): string => reason.replaceAll('_', ' ');
