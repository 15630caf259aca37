import { CallModel, callOutcomes, type CallOutcome } from '@pas/shared/models/call';
import { countIf, type Measure, type Sums } from './sum-rows.ts';

type Name = 'total' | 'answered' | 'ended' | 'seconds' | CallOutcome;

const countOf = (outcome: CallOutcome) => countIf({ $eq: ['$outcome', outcome] });

const measure: Measure<Name> = {
  model: CallModel as never,
  moment: 'startedAt',
  sums: {
    total: 1,
    answered: countIf({ $gt: ['$answeredAt', null] }),
    ended: countIf({ $gt: ['$durationSeconds', null] }),
    seconds: { $ifNull: ['$durationSeconds', 0] },
    ...(Object.fromEntries(callOutcomes.map((outcome) => [outcome, countOf(outcome)])) as Record<
      CallOutcome,
      object
    >),
  },
};

function present({ total, answered, ended, seconds, ...outcomes }: Sums<Name>) {
  return {
    total,
    answered,
    byOutcome: outcomes,
    averageDurationSeconds: ended === 0 ? null : Math.round((seconds * 10) / ended) / 10,
  };
}

/** Report of incoming calls and their outcomes; each counts when it started. */
export const callReport = { measure, present };
