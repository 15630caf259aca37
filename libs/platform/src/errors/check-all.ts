import { Fault, type FieldProblem } from './fault.ts';
import { invalid } from './raise.ts';

/** Reads or validates one part of an input. */
type Check = () => unknown;

type Results<Checks extends readonly Check[]> = { [K in keyof Checks]: Awaited<ReturnType<Checks[K]>> };

/** Whether a fault is answered only if all fields are valid: 404 and 409 come after 422. */
const comesLater = ({ kind }: Fault): boolean => kind === 'not_found' || kind === 'conflict';

/** Returns the common code of several faults; `validation_failed` if their codes differ. */
function codeOfAll(codes: readonly string[]): string {
  const [code = 'validation_failed', ...others] = new Set(codes);
  return others.length === 0 ? code : 'validation_failed';
}

/**
 * Runs a check of an input that already has other problems.
 *
 * @returns the field problems of the check; none for a not_found or conflict, which are not part of a 422
 * @throws any other error of the check
 */
export async function findProblems(check: Check): Promise<readonly FieldProblem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.kind === 'invalid') return error.details.errors ?? [];
    if (comesLater(error)) return [];
    throw error;
  }
}

/**
 * Runs all checks of one input and raises one fault: all field problems, or otherwise the first other fault. A client
 * that sends three wrong fields can then correct all of them after one answer.
 *
 * The checks run one after the other, because a transaction takes one statement at a time. Nothing may be written in
 * them.
 *
 * @returns the results of the checks, in their order
 * @throws invalid with the problems of all checks. Without problems, the first not_found or conflict. Any other error
 *   ends the checks immediately.
 */
export async function checkAll<const Checks extends readonly Check[]>(
  ...checks: Checks
): Promise<Results<Checks>> {
  const results: unknown[] = [];
  const invalids: Fault[] = [];
  const others: Fault[] = [];
  for (const check of checks) {
    try {
      results.push(await check());
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.kind === 'invalid') invalids.push(error);
      else if (comesLater(error)) others.push(error);
      else throw error;
    }
  }
  const problems = invalids.flatMap(({ details }): FieldProblem[] => details.errors ?? []);
  if (problems.length > 0) throw invalid(problems, codeOfAll(invalids.map(({ code }) => code)));
  if (others[0]) throw others[0];
  return results as Results<Checks>;
}
