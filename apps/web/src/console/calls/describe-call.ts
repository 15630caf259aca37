import type { Entity } from '../api.ts';

/** A call of a visitor. */
export type Call = Entity<'Call'>;

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

const whys: Readonly<Record<NonNullable<Call['outcome']>, string>> = {
  DOOR_OPENED: 'A resident opened the door during the call.',
  ANSWERED: 'A resident talked with the visitor and did not open.',
  NO_ANSWER: 'Everybody who was rung let it ring. See below who that was.',
  BUSY: 'The lines of those who were rung were busy.',
  ABANDONED: 'The visitor hung up before anybody answered.',
  NO_TARGET: 'No resident could be rung: nobody lives in the unit, or nobody there has a phone or the app.',
  ERROR: 'The provider could not connect the call.',
};

/** Why a call ended as it did, in a sentence; null while it goes on. */
export const whyOf = ({ outcome }: Pick<Call, 'outcome'>): string | null =>
  outcome === null ? null : whys[outcome];

const legWords: Readonly<Record<string, string>> = {
  RINGING: 'is being rung',
  ANSWERED: 'answered',
  NO_ANSWER: 'was rung and did not answer',
  BUSY: 'was busy',
  CANCELED: 'was rung until somebody else answered',
  FAILED: 'could not be reached',
  SKIPPED: 'was not rung',
};

/** What became of one person's ringing. */
export const legInWords = (status: string): string =>
  legWords[status] ?? status.toLowerCase().replaceAll('_', ' ');
