import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { OutboxModel } from '@pas/platform/events/outbox';
import { createLogger } from '@pas/platform/log/logger';
import { foldCarried, readTotals } from '@pas/platform/lists/row-totals';
import { UnitModel } from '@pas/shared/models/unit';
import { connectDatabases, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import type { Problem } from '@pas/platform/http/render-error';
import { waitUntil } from '@pas/testing/wait-until';
import type { Drill } from './drill.ts';

/** Results of a churn of rows. */
export interface ChurnReport {
  created: number;
  deleted: number;
  listed: number;
  /** Number of comparisons of the sum of counts with the rows. */
  compared: number;
  /** Maximum number of unfolded counts at any comparison. */
  mostUnfolded: number;
  /** Comparisons in which sum and rows differed. */
  differences: string[];
  refusals: string[];
}

const [creators, deleters, readers] = [10, 4, 3];
const patienceMs = 600_000;
const backOffMs = 50;
const log = createLogger({ service: 'admin', environment: 'DEV', level: 'silent' });

/** Compares the counts of a tenant's units with the units in one snapshot. */
async function compareOnce(tenantId: string, report: ChurnReport): Promise<void> {
  const session = await core.startSession({ snapshot: true });
  try {
    const { rows } = await readTotals({ model: UnitModel as never, tenantId }, session);
    const options = { session, readConcern: { level: 'snapshot' } } as const;
    const stored = await UnitModel.countDocuments({ tenantId, isLive: true }, options);
    const unfolded = await OutboxModel.countDocuments({ tenantId, rowsOf: 'units' }, options);
    report.compared += 1;
    report.mostUnfolded = Math.max(report.mostUnfolded, unfolded);
    if (rows !== stored) report.differences.push(`${rows} counted, ${stored} stored`);
  } finally {
    await session.endSession();
  }
}

/**
 * Lets many callers create, delete and list units of one tenant while its counts are folded. Stops after
 * `goal` creations; calls `harm` after half of them.
 */
export async function churnRows(drill: Drill, goal: number, harm: () => Promise<void>): Promise<ChurnReport> {
  const { manager, local } = drill;
  await connectDatabases({ core: local.mongoUrl, control: local.mongoUrl });
  const { id: propertyId, tenantId } = await manager.createProperty('Churn');
  const [refusals, made] = [new Set<string>(), [] as string[]];
  const report: ChurnReport = {
    created: 0,
    deleted: 0,
    listed: 0,
    compared: 0,
    mostUnfolded: 0,
    differences: [],
    refusals: [],
  };
  const isOver = (): boolean => report.created >= goal;
  const send = async <Body>(path: string, options: object, expected: number): Promise<Body | null> => {
    const answer = await manager.call<Body>(path, options).catch((error: unknown) => error as Error);
    if (!(answer instanceof Error) && answer.status === expected) return answer.body;
    const { code } = answer instanceof Error ? { code: String(answer) } : (answer.body as Partial<Problem>);
    refusals.add(answer instanceof Error ? `${code}` : `${answer.status} ${code}`);
    await pause(backOffMs);
    return null;
  };
  const repeat = async (count: number, work: (lane: number) => Promise<void>): Promise<void> => {
    const walk = async (_: unknown, lane: number): Promise<void> => {
      while (!isOver()) await work(lane);
    };
    await Promise.all(Array.from({ length: count }, walk));
  };
  // Creates the base count, so that the comparison is about a sum.
  await send('/units?limit=1', {}, 200);
  let label = 0;
  const create = async (): Promise<void> => {
    label += 1;
    const body = { propertyId, label: `Flat ${label}` };
    const answer = await send<{ unit: { id: string } }>('/units', { body }, 201);
    if (!answer) return;
    report.created += 1;
    made.push(answer.unit.id);
  };
  const remove = async (): Promise<void> => {
    const [id] = made.length > 50 ? made.splice(randomInt(made.length), 1) : [];
    if (id === undefined) return pause(backOffMs);
    if (await send(`/units/${id}`, { method: 'DELETE' }, 204).then((body) => body !== null))
      report.deleted += 1;
  };
  const list = async (): Promise<void> => {
    if (await send('/units?limit=1', {}, 200)) report.listed += 1;
  };
  const fold = async (): Promise<void> => {
    await foldCarried([UnitModel as never], log).catch(() => undefined);
    await pause(backOffMs);
  };
  const work = [
    repeat(creators, create),
    repeat(deleters, remove),
    repeat(readers, list),
    repeat(1, fold),
    repeat(1, async () => compareOnce(tenantId, report).catch(() => pause(backOffMs))),
    waitUntil(() => report.created >= goal / 2, { what: 'half of it', timeoutMs: patienceMs }).then(harm),
  ];
  try {
    await Promise.all(work);
    await compareOnce(tenantId, report);
  } finally {
    await disconnectDatabases();
  }
  report.refusals = [...refusals];
  return report;
}

/** Reads the total of the list and the number of stored units. */
export async function readBoth({ manager, database }: Drill): Promise<{ listed: number; stored: number }> {
  const { tenantId } = await manager.createProperty('Asked at the end');
  const { body } = await manager.call<{ total: number }>('/units?limit=1');
  const stored = await database.collection('units').countDocuments({ tenantId, isLive: true });
  return { listed: body.total, stored };
}
