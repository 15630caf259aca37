import { createHash } from 'node:crypto';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { CallLeg, CallOutcome, CallRow } from '@pas/shared/models/call';
import type { UserRow } from '@pas/shared/models/user';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { newRow } from '@pas/shared/models/new-row';
import { reservedNumber } from './people.ts';
import type { Dice } from './dice.ts';

/** A visitor's call at a building. */
export interface Visit {
  at: Date;
  number: VirtualNumberRow;
  /** Called unit; null when the caller named none. */
  unitId: string | null;
  residents: readonly UserRow[];
  areaCode: string;
}

/** Outcomes of calls with their shares in percent. */
const shares: readonly (readonly [CallOutcome, number])[] = [
  ['DOOR_OPENED', 53],
  ['ANSWERED', 14],
  ['NO_ANSWER', 18],
  ['BUSY', 4],
  ['ABANDONED', 6],
  ['NO_TARGET', 2],
  ['ERROR', 3],
];

function drawOutcome(dice: Dice): CallOutcome {
  let left = dice.between(1, 100);
  for (const [outcome, share] of shares) {
    left -= share;
    if (left <= 0) return outcome;
  }
  return 'NO_ANSWER';
}

const isAnswer = (outcome: CallOutcome): boolean => outcome === 'DOOR_OPENED' || outcome === 'ANSWERED';
const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

const unanswered: Partial<Record<CallOutcome, CallLeg['status']>> = {
  BUSY: 'BUSY',
  ABANDONED: 'CANCELED',
  ERROR: 'FAILED',
};

interface CallTiming {
  startedAt: Date;
  ringSeconds: number;
  talkSeconds: number;
}

/** Builds the legs of residents who ring in order. The last one answers, if any. */
function legsOf({ residents }: Visit, outcome: CallOutcome, ringing: CallTiming): CallLeg[] {
  const { startedAt, ringSeconds, talkSeconds } = ringing;
  return residents.map((resident, index): CallLeg => {
    const isAnswered = isAnswer(outcome) && index === residents.length - 1;
    const start = later(startedAt, 4 + index * ringSeconds);
    const answeredAt = isAnswered ? later(start, ringSeconds) : null;
    const missed = index === residents.length - 1 ? (unanswered[outcome] ?? 'NO_ANSWER') : 'NO_ANSWER';
    return {
      userId: resident._id,
      toNumber: resident.phone,
      status: isAnswered ? 'ANSWERED' : missed,
      reason: null,
      pushed: false,
      startedAt: start,
      answeredAt,
      endedAt: later(answeredAt ?? later(start, ringSeconds), isAnswered ? talkSeconds : 0),
    };
  });
}

/** Returns who answered and when; nulls for an unanswered last leg. */
function answerOf(last: CallLeg | undefined): Pick<CallRow, 'answeredBy' | 'answeredAt'> {
  if (last?.status !== 'ANSWERED') return { answeredBy: null, answeredAt: null };
  return { answeredBy: last.userId, answeredAt: last.answeredAt };
}

/** Draws the course of a visitor's call. */
export function demoCall(ctx: OperationContext, visit: Visit, dice: Dice): CallRow {
  const { at: startedAt, number, unitId, residents, areaCode } = visit;
  const outcome = residents.length === 0 ? 'NO_TARGET' : drawOutcome(dice);
  const ringing = { startedAt, ringSeconds: dice.between(4, 18), talkSeconds: dice.between(6, 40) };
  const legs = outcome === 'NO_TARGET' ? [] : legsOf(visit, outcome, ringing);
  const last = legs.at(-1);
  const endedAt = last?.endedAt ?? later(startedAt, dice.between(8, 20));
  const row = newRow({ ...ctx, now: startedAt }, 'call');
  return {
    ...row,
    updatedAt: endedAt,
    version: last ? 3 : 2,
    propertyId: number.propertyId,
    unitId: outcome === 'NO_TARGET' ? null : unitId,
    virtualNumberId: number._id,
    dialled: null,
    provider: number.provider,
    providerCallId: createHash('sha256').update(row._id).digest('hex').slice(0, 32),
    direction: 'INBOUND',
    fromNumber: dice.chance(0.04) ? null : reservedNumber(areaCode, dice.between(50, 99)),
    toNumber: number.number,
    status: outcome === 'ERROR' ? 'FAILED' : 'COMPLETED',
    outcome,
    ...answerOf(last),
    startedAt,
    endedAt,
    durationSeconds: Math.round((endedAt.getTime() - startedAt.getTime()) / 1000),
    legs,
    flow: null,
  };
}
