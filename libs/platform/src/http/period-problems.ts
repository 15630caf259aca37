import type { FieldProblem } from '../errors/fault.ts';

/** Finds problems of the period in a query: `from` must not be after `to`. */
export function periodProblems(query: unknown): FieldProblem[] {
  const { from, to } = (query ?? {}) as { from?: unknown; to?: unknown };
  if (!(from instanceof Date) || !(to instanceof Date) || from <= to) return [];
  return [{ path: 'to', code: 'out_of_range', message: 'to: Use a time after from.' }];
}
