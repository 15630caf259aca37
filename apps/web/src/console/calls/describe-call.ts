import { sayPhone } from '../../phones/say-phone.ts';
import type { Entity } from '../api.ts';

/** A call of a visitor. */
export type Call = Entity<'Call'>;

/** Returns the visitor's number, or `unknown` for a withheld one. */
export const visitorOf = ({ fromNumber }: Pick<Call, 'fromNumber'>, unknown = 'Withheld'): string =>
  fromNumber === null ? unknown : sayPhone(fromNumber);

/** Words for the outcomes of a call. */
export const outcomeWords: Readonly<Record<NonNullable<Call['outcome']>, string>> = {
  DOOR_OPENED: 'Door opened',
  ANSWERED: 'Answered',
  NO_ANSWER: 'No answer',
  BUSY: 'Busy',
  ABANDONED: 'Visitor hung up',
  NO_TARGET: 'No recipient',
  ERROR: 'Failed',
};

/** Returns the outcome of a call, else its progress, in words. */
export function resultOf({ outcome, status }: Pick<Call, 'outcome' | 'status'>): string {
  if (outcome !== null) return outcomeWords[outcome];
  return status === 'IN_PROGRESS' ? 'Talking' : 'Ringing';
}

/** Whether someone answered a call. */
export const isAnswered = ({ outcome }: Pick<Call, 'outcome'>): boolean =>
  outcome === 'ANSWERED' || outcome === 'DOOR_OPENED';

const whys: Readonly<Record<NonNullable<Call['outcome']>, string>> = {
  DOOR_OPENED: 'A resident opened the door during the call.',
  ANSWERED: 'A resident talked with the visitor and did not open.',
  NO_ANSWER: 'Everyone who was rung let it ring. See the timeline below.',
  BUSY: 'The lines of those who were rung were busy.',
  ABANDONED: 'The visitor hung up before anybody answered.',
  NO_TARGET: 'The unit is unknown or has no residents, or the number belongs to no building.',
  ERROR: 'The provider could not connect the call.',
};

/** Returns the reason for a call's outcome as a sentence; null while the call lasts. */
export function whyOf({ outcome, legs }: Pick<Call, 'outcome' | 'legs'>): string | null {
  if (outcome === 'NO_ANSWER' && legs.every(({ status }) => status === 'SKIPPED'))
    return legs.some(({ pushed }) => pushed)
      ? 'No phone was rung, and nobody opened in the app. See the reasons below.'
      : 'No phone was rung. See the reasons below.';
  return outcome === null ? null : whys[outcome];
}

const legWords: Readonly<Record<Call['legs'][number]['status'], string>> = {
  QUEUED: 'is rung next',
  RINGING: 'is being rung',
  ANSWERED: 'answered',
  NO_ANSWER: 'was rung and did not answer',
  BUSY: 'was busy',
  CANCELED: 'was rung until someone else answered',
  FAILED: 'could not be reached',
  SKIPPED: 'was not rung',
};

type Leg = Call['legs'][number];

const skipWords: Readonly<Record<NonNullable<Leg['reason']>, string>> = {
  quiet_hours: 'it is in their quiet hours',
  ring_off: 'they have switched calls off',
  no_verified_phone: 'they have not verified a phone number',
  same_phone: 'another resident of the unit has the same phone, which was rung',
  too_many: 'the call reached its limit of people to ring',
  virtual_number: 'their phone is a virtual number, which would ring here again',
};

/** Returns the outcome of one leg in words, with the reason for a skipped one. */
export function legInWords({ status, reason, pushed }: Pick<Leg, 'status' | 'reason' | 'pushed'>): string {
  const words =
    status === 'SKIPPED' && pushed ? 'was notified in the app, and no phone was rung' : legWords[status];
  return reason === null ? words : `${words}: ${skipWords[reason]}`;
}
