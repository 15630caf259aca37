import type { FieldProblem } from '../errors/fault.ts';

/** What is wrong with the period that a query names: `from` is not after `to`, in every list and report. */
export function periodProblems(query: unknown): FieldProblem[] {
  const { from, to } = (query ?? {}) as { from?: unknown; to?: unknown };
  if (!(from instanceof Date) || !(to instanceof Date) || from <= to) return [];
  return [{ path: 'to', code: 'out_of_range', message: 'to: Use a time after from.' }];
}
