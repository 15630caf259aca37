import { sayPhone } from '../../phones/say-phone.ts';
import type { Entity } from '../api.ts';

/** A call of a visitor. */
export type Call = Entity<'Call'>;

/** Who rings: the number, as far as it is known. */
export const visitorOf = ({ fromNumber }: Pick<Call, 'fromNumber'>, unknown = 'Withheld'): string =>
  fromNumber === null ? unknown : sayPhone(fromNumber);

/** What can come of a call, in words. */
export const outcomeWords: Readonly<Record<NonNullable<Call['outcome']>, string>> = {
  DOOR_OPENED: 'Door opened',
  ANSWERED: 'Answered',
  NO_ANSWER: 'No answer',
  BUSY: 'Busy',
  ABANDONED: 'Visitor hung up',
  NO_TARGET: 'Nobody to ring',
  ERROR: 'Failed',
};

/** What came of a call, or how far it is. */
export function resultOf({ outcome, status }: Pick<Call, 'outcome' | 'status'>): string {
  if (outcome !== null) return outcomeWords[outcome];
  return status === 'IN_PROGRESS' ? 'Talking' : 'Ringing';
}

/** Whether somebody has answered a call. */
export const isAnswered = ({ outcome }: Pick<Call, 'outcome'>): boolean =>
  outcome === 'ANSWERED' || outcome === 'DOOR_OPENED';

const whys: Readonly<Record<NonNullable<Call['outcome']>, string>> = {
  DOOR_OPENED: 'A resident opened the door during the call.',
  ANSWERED: 'A resident talked with the visitor and did not open.',
  NO_ANSWER: 'Everybody who was rung let it ring. See below who that was.',
  BUSY: 'The lines of those who were rung were busy.',
  ABANDONED: 'The visitor hung up before anybody answered.',
  NO_TARGET:
    'There was nobody to ring: nobody lives in the unit, the visitor named no unit that is known, or the number belongs to no building.',
  ERROR: 'The provider could not connect the call.',
};

/** Why a call ended as it did, in a sentence; null while it goes on. */
export function whyOf({ outcome, legs }: Pick<Call, 'outcome' | 'legs'>): string | null {
  if (outcome === 'NO_ANSWER' && legs.every(({ status }) => status === 'SKIPPED'))
    return legs.some(({ pushed }) => pushed)
      ? 'No phone was rung, and nobody opened in the app. See below why.'
      : 'No phone was rung. See below why.';
  return outcome === null ? null : whys[outcome];
}

const legWords: Readonly<Record<Call['legs'][number]['status'], string>> = {
  QUEUED: 'is rung next',
  RINGING: 'is being rung',
  ANSWERED: 'answered',
  NO_ANSWER: 'was rung and did not answer',
  BUSY: 'was busy',
  CANCELED: 'was rung until somebody else answered',
  FAILED: 'could not be reached',
  SKIPPED: 'was not rung',
};

type Leg = Call['legs'][number];

const skipWords: Readonly<Record<NonNullable<Leg['reason']>, string>> = {
  quiet_hours: 'it is in their quiet hours',
  ring_off: 'they have switched calls off',
  no_verified_phone: 'they have not proved a phone number',
  same_phone: 'somebody else of the unit has the same phone, which was rung',
  too_many: 'a call rings only so many people, and others came first',
};

/** What became of one person's ringing, and why they were not rung. */
export function legInWords({ status, reason, pushed }: Pick<Leg, 'status' | 'reason' | 'pushed'>): string {
  const words =
    status === 'SKIPPED' && pushed ? 'was told in the app, and no phone was rung' : legWords[status];
  return reason === null ? words : `${words}: ${skipWords[reason]}`;
}
