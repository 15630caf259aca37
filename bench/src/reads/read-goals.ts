import { atMost, judge, meanOf, medianOver, quotient, type Comparison, type Goal } from '../measure/judge.ts';
import type { CostedRound } from '../measure/slice-costs.ts';
import { titleOf } from './measure-round.ts';
import type { ReadName, ReadPath } from './read-paths.ts';
import type { StoreWork } from './watch-store.ts';

/** Limits of a page. */
interface ReadLimits {
  statements: number;
  /** Documents that the store examines, in multiples of the plain queries. */
  documents: number;
  /** Processor time of all processes, in multiples of the plain queries. */
  cpu: number;
}

const limits: Readonly<Record<ReadName, ReadLimits>> = {
  today: { statements: 50, documents: 1.2, cpu: 4 },
  building: { statements: 36, documents: 1.2, cpu: 3 },
  portal: { statements: 6, documents: 2, cpu: 10 },
  openers: { statements: 6, documents: 1.2, cpu: 5 },
  person: { statements: 16, documents: 2, cpu: 4 },
  search: { statements: 30, documents: 1.2, cpu: 4 },
  audit: { statements: 4, documents: 2, cpu: 3 },
  csv: { statements: 650, documents: 2.2, cpu: 4 },
};

/** Work of the store for a page, and for the plain queries. */
export interface ReadWork {
  page: StoreWork;
  plain: StoreWork;
}

/** Documents that the store examines for a page, in multiples of the plain queries. */
export const examinedRatio = ({ page, plain }: ReadWork): number =>
  page.documents / Math.max(1, plain.documents);

const cpuOf =
  (path: ReadPath, subject: Parameters<typeof titleOf>[1]) =>
  (round: CostedRound): number | undefined =>
    round[titleOf(path, subject)]?.totalCpuMs;

function cpuGoal(path: ReadPath): Goal<CostedRound> {
  const ratio = `${path.title}: CPU of all processes, page / plain queries`;
  return atMost(limits[path.name].cpu, ratio, (round) =>
    quotient(
      cpuOf(path, 'page')(round),
      meanOf(cpuOf(path, 'plain')(round), cpuOf(path, 'plain again')(round)),
    ),
  );
}

const workGoals = ({ name, title }: ReadPath): Goal<ReadWork>[] => [
  atMost(limits[name].statements, `${title}: statements`, ({ page }) => page.statements),
  atMost(limits[name].documents, `${title}: documents examined, page / plain queries`, examinedRatio),
];

/** Returns the ratio of two measurements of the plain queries. */
export const selfRatioOf = (paths: readonly ReadPath[], costed: readonly CostedRound[]): number =>
  medianOver(
    costed.flatMap((round) =>
      paths.map((path) => [cpuOf(path, 'plain')(round), cpuOf(path, 'plain again')(round)] as const),
    ),
    ([one, other]) => quotient(one, other),
  );

/** Judges the pages of a run. Statements and documents do not depend on the machine. */
export function judgeReads(
  paths: readonly ReadPath[],
  work: Readonly<Record<string, ReadWork>>,
  { costed, selfRatio }: { costed: readonly CostedRound[]; selfRatio: number },
): Comparison[] {
  const steady = 1;
  return paths.flatMap((path) => {
    const own = work[path.name];
    const counted = own ? judge(workGoals(path), [own], steady) : [];
    return [...counted, ...judge([cpuGoal(path)], costed, selfRatio)];
  });
}
