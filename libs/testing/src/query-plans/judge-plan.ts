type Fields = Readonly<Record<string, unknown>>;

/** A step of a plan, as `explain` tells it. */
type Stage = Fields & { stage: string };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isStage = (value: Fields): value is Stage => typeof value['stage'] === 'string';

/** What lies directly below: stages, and what stands between them. */
const below = (value: Fields): Fields[] => Object.values(value).filter(isFields);

/** Every step at and below a place of a plan. */
function stagesIn(place: Fields): Stage[] {
  const deeper = below(place).flatMap(stagesIn);
  return isStage(place) ? [place, ...deeper] : deeper;
}

/** The plans that came into question for each query of an explanation, the chosen one first. */
function candidates(explanation: Fields): Fields[][] {
  const { winningPlan, rejectedPlans } = explanation;
  if (isFields(winningPlan)) return [[winningPlan, ...((rejectedPlans ?? []) as Fields[])]];
  return below(explanation).flatMap(candidates);
}

/** The fields of an index by which the rows below a step are found. */
const foundBy = (stage: Stage): string[] =>
  stagesIn(stage).flatMap(({ keyPattern }) => (isFields(keyPattern) ? Object.keys(keyPattern) : []));

/** Whether a scan of an index finds only rows that the query names: values of each field of a unique one, or none at all. */
function findsNamed({ isUnique, indexBounds }: Stage): boolean {
  if (isUnique !== true || !isFields(indexBounds)) return false;
  const ranges = Object.values(indexBounds).flat().map(String);
  // `["+12025550123", "+12025550123"]`: the range of one value, as a plan spells it.
  return ranges.every((range) => /^\[(.*), \1\]$/s.test(range));
}

/** Whether what is sorted was found by a range of search words, or is named by the query. */
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
 * What is wrong with the way in which a query can be done, as one may find by `explain`.
 *
 * There has to be a plan that neither reads a whole collection, of whatever tenant, nor sorts in memory, for which all
 * that match are read for each page. It needn't be the chosen one: of the few rows of a test each plan is as good as any
 * other, and with many rows the store finds out. Two kinds of sort are let through. A search (`q`) finds by a range of
 * words, and no index can have those that a range holds in the order of another field; what it reads is what matches, its
 * memory is that of one page, and its time is limited like that of every list. And what a unique index finds by its
 * values are at most as many rows as the query names.
 */
export function faultsOfPlan(explanation: Fields): string[] {
  const faults = candidates(explanation).flatMap((plans) => {
    const each = plans.map(faultsIn);
    return each.some((found) => found.length === 0) ? [] : each.flat();
  });
  return [...new Set(faults)];
}

/** Whether an explanation holds a plan at all, so that a change of its shape can't pass for a good plan. */
export function hasPlan(explanation: Fields): boolean {
  return candidates(explanation).flat().flatMap(stagesIn).length > 0;
}

/** The larger one of the rows and the keys that a query has read; of a pipeline, in its greediest step. */
export function mostReadBy(explanation: Fields): number {
  const { totalDocsExamined = 0, totalKeysExamined = 0 } = explanation;
  return Math.max(
    Number(totalDocsExamined),
    Number(totalKeysExamined),
    ...below(explanation).map(mostReadBy),
  );
}
