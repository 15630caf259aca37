import { Agent } from 'node:http';
import { waitUntil } from '@pas/testing/wait-until';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import {
  costColumns,
  costRounds,
  summarizeCosts,
  type CostSummary,
  type SliceRound,
} from '../measure/slice-costs.ts';
import { measureIdle } from '../measure/usage.ts';
import { keepSecrets } from '@pas/tools/local-system/secrets';
import { databaseName } from '@pas/tools/local-system/plans/blueprint';
import { makeProperty } from '../system/admin-api.ts';
import { signPeopleUp } from '../system/people.ts';
import { restartServices, stopServices } from '../system/restart-services.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { auditOf } from '../system/watch-events.ts';
import { fillReads, type ReadSizes } from './fill-reads.ts';
import { measureRound, processesOf, type MeasuredReads } from './measure-round.ts';
import { plainReads } from './plain-reads.ts';
import { examinedRatio, judgeReads, selfRatioOf, type ReadWork } from './read-goals.ts';
import { loadPage, readPaths } from './read-paths.ts';
import { leastWork, prepareProfile, watchStore, type StoreWork } from './watch-store.ts';

/** Options of a run. */
export interface BenchReads {
  rounds: number;
  sliceMs: number;
  sizes: ReadSizes;
}

/** Figures of a run. */
export interface ReadFigures extends JudgedFigures {
  rounds: number;
  sizes: ReadSizes;
  /** Work of the store for one page, by its name. */
  work: Record<string, ReadWork>;
  /** Costs by title, such as `Today, 20 callers`. */
  costs: Record<string, CostSummary>;
}

/** 200,000 residents in buildings of 2,000 units. */
const fullSizes: ReadSizes = {
  properties: 100,
  floors: 100,
  unitsPerFloor: 20,
  unitsPerResident: 1,
  calls: 20_000,
  accessEvents: 100_000,
  auditRecords: 100_000,
};

/** Fills the first tenant, and starts the services on its rows. */
async function prepareReads(system: BenchSystem, sizes: ReadSizes): Promise<MeasuredReads> {
  const { tenantId } = await makeProperty(system, 'Reading House');
  const isSealed = async () => (await auditOf(system).findOne({ tenantId })) !== null;
  await waitUntil(isSealed, { what: 'the first audit record', timeoutMs: 60_000 });
  await stopServices(system);
  const { mongoUrl, portalUrl } = system.local;
  const { inviteTokenSecret } = keepSecrets(system.directory.secretsFile).DEV;
  const scene = await fillReads({ mongoUrl, portalUrl, inviteTokenSecret, tenantId }, sizes);
  await restartServices(system, (plan) => plan);
  const [resident] = await signPeopleUp(system, scene.propertyId, 1);
  if (!resident) throw new Error('Nobody has signed up.');
  const paths = readPaths(system, scene, resident);
  return { system, paths, plain: plainReads(system.core, tenantId, scene) };
}

/** Whether a database user belongs to a program that answers requests. */
const isServing = (user: string): boolean => /^(gateway|admin|resident|core-mobile)-\d/.test(user);

/** Whether a database user is that of this program, which runs the plain queries. */
const isOwn = (user: string): boolean => user.startsWith('operator');

/** Runs of which the one with the fewest statements counts. */
const workRuns = 5;

/** Measures the work of the store for each page, and for its plain queries. */
async function measureWork({ system, paths, plain }: MeasuredReads): Promise<Record<string, ReadWork>> {
  const databases = [system.core, system.client.db(databaseName('control'))];
  for (const database of databases) await prepareProfile(database);
  const work: Record<string, ReadWork> = {};
  const agent = new Agent();
  for (const path of paths) {
    const load = async () => {
      const answer = await loadPage(path)(0, agent);
      if (answer?.status !== 200)
        throw new Error(`${path.title} answered ${answer?.status}: ${answer?.text}`);
    };
    await load();
    const page = await leastWork(workRuns, () => watchStore(databases, isServing, load));
    work[path.name] = { page, plain: await watchStore([system.core], isOwn, plain[path.name]) };
  }
  return work;
}

/** Measures the pages of a running system, compared with plain queries. */
export async function measureReads(system: BenchSystem, options: BenchReads): Promise<ReadFigures> {
  const { rounds: count, sliceMs, sizes } = options;
  const measured = await prepareReads(system, sizes);
  const { paths } = measured;
  const work = await measureWork(measured);
  const metered = { client: system.client, processes: processesOf(measured) };
  const idle = await measureIdle(metered, sliceMs);
  const rounds: SliceRound[] = [];
  while (rounds.length < count) rounds.push(await measureRound(measured, options));
  const own = Object.keys(system.processes());
  const namesOf = (title: string) => (title.includes(', plain') ? ['driver', 'mongod'] : own);
  const costed = costRounds(rounds, idle, namesOf);
  const selfRatio = selfRatioOf(paths, costed);
  const comparisons = judgeReads(paths, work, { costed, selfRatio });
  return { rounds: count, sizes, work, costs: summarizeCosts(rounds, costed), selfRatio, comparisons };
}

const formatWork = ({ statements, documents, keys, returned }: StoreWork): string =>
  `${statements} · ${documents} · ${keys} · ${returned}`;

/** Formats the figures of a run. */
export const formatReads = ({ rounds, work, costs }: ReadFigures): string[] => [
  `${rounds} rounds`,
  formatTable<[string, ReadWork]>(
    [
      ['statements · documents · keys · returned', ([name]) => name],
      ['page', ([, { page }]) => formatWork(page)],
      ['plain queries', ([, { plain }]) => formatWork(plain)],
      ['documents, page / plain', ([, of]) => examinedRatio(of)],
    ],
    Object.entries(work),
  ),
  formatTable(costColumns, Object.entries(costs)),
];

export const reads = defineProgram({
  summary: 'pages of the console and the portal over 200,000 residents, compared with plain queries',
  defaults: { rounds: 2, seconds: 1 },
  measure: ({ rounds, seconds }) =>
    onSystem((system) => measureReads(system, { rounds, sliceMs: 1000 * seconds, sizes: fullSizes })),
  format: formatReads,
});
