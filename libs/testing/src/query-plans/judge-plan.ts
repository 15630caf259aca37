type Fields = Readonly<Record<string, unknown>>;

/** A step of a plan in the output of `explain`. */
type Stage = Fields & { stage: string };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isStage = (value: Fields): value is Stage => typeof value['stage'] === 'string';

/** Lists the objects directly below: stages and the objects between them. */
const below = (value: Fields): Fields[] => Object.values(value).filter(isFields);

/** Lists the steps at and below a position of a plan. */
function stagesIn(place: Fields): Stage[] {
  const deeper = below(place).flatMap(stagesIn);
  return isStage(place) ? [place, ...deeper] : deeper;
}

/** Lists the candidate plans of each query in an explanation, the chosen one first. */
function candidates(explanation: Fields): Fields[][] {
  const { winningPlan, rejectedPlans } = explanation;
  if (isFields(winningPlan)) return [[winningPlan, ...((rejectedPlans ?? []) as Fields[])]];
  return below(explanation).flatMap(candidates);
}

/** Lists the index fields by which the rows below a step are found. */
const foundBy = (stage: Stage): string[] =>
  stagesIn(stage).flatMap(({ keyPattern }) => (isFields(keyPattern) ? Object.keys(keyPattern) : []));

/** Whether a scan finds only named rows: single values in each field of a unique index, or none. */
function findsNamed({ isUnique, indexBounds }: Stage): boolean {
  if (isUnique !== true || !isFields(indexBounds)) return false;
  const ranges = Object.values(indexBounds).flat().map(String);
  // `["+12025550123", "+12025550123"]`: the range of one value in a plan.
  return ranges.every((range) => /^\[(.*), \1\]$/s.test(range));
}

/** Whether the sorted rows were found by search words, or are named by the query. */
function isBounded(sort: Stage): boolean {
  if (foundBy(sort).includes('searchWords')) return true;
  const scans = stagesIn(sort).filter(({ stage }) => stage === 'IXSCAN');
  return scans.length > 0 && scans.every(findsNamed);
}

function faultOf(stage: Stage): string | null {
  if (stage.stage === 'COLLSCAN') return 'reads every row of the collection';
  if (stage.stage === 'SORT' && !isBounded(stage)) return 'sorts rows in memory that no index has in order';
  return null;
}

const faultsIn = (plan: Fields): string[] =>
  stagesIn(plan)
    .map(faultOf)
    .filter((fault) => fault !== null);

/**
 * Finds the faults of a query's plans in the output of `explain`.
 *
 * At least one plan must neither read a whole collection nor sort in memory. A sort would read all matches for each
 * page. The chosen plan may be another one. With the few rows of a test all plans are equal, and with many rows the
 * store chooses well.
 *
 * Two kinds of sort are accepted. A search (`q`) finds a range of words, which no index has in the order of another
 * field. It reads only the matches, needs the memory of one page, and has the time limit of every list. A look-up by
 * values of a unique index finds at most as many rows as the query names.
 */
export function faultsOfPlan(explanation: Fields): string[] {
  const faults = candidates(explanation).flatMap((plans) => {
    const each = plans.map(faultsIn);
    return each.some((found) => found.length === 0) ? [] : each.flat();
  });
  return [...new Set(faults)];
}

/** Whether an explanation has a plan. Otherwise a change of its format could pass as a good plan. */
export function hasPlan(explanation: Fields): boolean {
  return candidates(explanation).flat().flatMap(stagesIn).length > 0;
}

/** Returns the number of rows or keys that a query has read, whichever is larger, in its most expensive step. */
export function maxReadsOf(explanation: Fields): number {
  const { totalDocsExamined = 0, totalKeysExamined = 0 } = explanation;
  return Math.max(
    Number(totalDocsExamined),
    Number(totalKeysExamined),
    ...below(explanation).map(maxReadsOf),
  );
}
