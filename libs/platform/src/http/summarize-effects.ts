import type { z } from 'zod';
import type { PlannedEffect } from '../context/operation-plan.ts';
import type { Plan } from './plan.schema.ts';

const maxExamples = 5;

/** Counts the effects of each kind, with at most five examples. */
export function summarizeEffects(effects: readonly PlannedEffect[]): z.input<typeof Plan>['effects'] {
  return [...Map.groupBy(effects, ({ kind }) => kind)].map(([kind, same]) => ({
    kind,
    count: same.length,
    examples: same.flatMap(({ example }) => example ?? []).slice(0, maxExamples),
  }));
}
