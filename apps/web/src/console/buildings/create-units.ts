import { ApiProblem } from '../../api/problem.ts';

/** The number of concurrent requests. */
const requestsAtOnce = 4;

/** The maximum number of tries of a unit whose request has no definite answer. */
const maxTries = 3;

/** Ensures one unit. @returns whether it was created @throws ApiProblem */
export type EnsureUnit = (label: string) => Promise<boolean>;

/** A unit that could not be created, with the reason. */
interface FailedUnit {
  label: string;
  reason: string;
}

/** The outcome of a list of units. */
export interface UnitsOutcome {
  created: number;
  /** Units that the building had already. */
  existing: number;
  failed: FailedUnit[];
}

/** Whether the same request can succeed later. */
const isPassing = (fault: unknown): boolean =>
  fault instanceof ApiProblem && (fault.status === 0 || fault.status === 429 || fault.status >= 500);

const reasonOf = (fault: unknown): string =>
  fault instanceof ApiProblem ? (fault.fields['label'] ?? fault.message) : String(fault);

/**
 * Ensures units, four at the same time. A unit without a definite answer is tried again after the others, three times
 * at most. A refusal does not stop the other units.
 *
 * @param onProgress receives the number of finished units
 */
export async function createUnits(
  labels: readonly string[],
  ensure: EnsureUnit,
  onProgress: (finished: number) => void,
): Promise<UnitsOutcome> {
  const outcome: UnitsOutcome = { created: 0, existing: 0, failed: [] };
  const waiting = labels.map((label) => ({ label, tries: 0 }));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { label } = next;
      try {
        if (await ensure(label)) outcome.created += 1;
        else outcome.existing += 1;
      } catch (fault) {
        next.tries += 1;
        if (isPassing(fault) && next.tries < maxTries) waiting.push(next);
        else outcome.failed.push({ label, reason: reasonOf(fault) });
      }
      onProgress(outcome.created + outcome.existing + outcome.failed.length);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return outcome;
}
