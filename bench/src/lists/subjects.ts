import { listRows } from '@pas/platform/lists/list-rows';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { waitUntil } from '@pas/testing/wait-until';
import type { Sizes, Tenants } from './fill-units.ts';

/** One way to answer a list. */
export interface Subject {
  name: string;
  /** Answers one page of 50 and the total. */
  answer: () => Promise<unknown>;
  /** Number of answers in each round. A slow subject needs fewer to be measured. */
  times: number;
}

const limit = 50;
const byCreation = [{ field: 'createdAt', direction: -1 }] as const;
const order = { createdAt: -1, _id: -1 } as const;

const ours = (tenantId: string, offset: number) =>
  listRows<UnitRow>(UnitModel, { tenantId, isLive: true }, { limit, offset, sort: byCreation });

const naive = async (tenantId: string, skip: number) => {
  const filter = { tenantId, isLive: true };
  return Promise.all([
    UnitModel.find(filter, null, { sort: order, skip, limit }).lean(),
    UnitModel.countDocuments(filter),
  ]);
};

/** The driver alone, without mongoose and tenant guard. */
const raw = async (tenantId: string) => {
  const units = UnitModel.db.db?.collection('units');
  const filter = { tenantId, isLive: true };
  return Promise.all([units?.find(filter, { sort: order, limit }).toArray(), units?.countDocuments(filter)]);
};

/** The driver's page without a total: the least cost of a list. */
const pageAlone = async (tenantId: string) =>
  UnitModel.db.db?.collection('units').find({ tenantId, isLive: true }, { sort: order, limit }).toArray();

const oursTimes = 300;

/** Each deep page starts at another row: a repeated one would be cached. */
function deepPages(size: number): () => number {
  let asked = 0;
  return () => {
    asked += 1;
    return Math.floor(size * 0.9) + ((asked * 37) % Math.max(1, Math.floor(size / 20)));
  };
}

/** Subjects of each round, and figures that can be measured only once. */
export interface ListSubjects {
  subjects: Subject[];
  /** Duration of the first deep page of a process, which walks to its position, in milliseconds. */
  firstDeepMs: number;
  /** Duration when rows are skipped. In the rounds it would leave a cold cache to the next subject. */
  skippedDeepMs: number;
}

/** Returns the subjects in the order of a round; the page map exists by then. */
export async function listSubjects(tenants: Tenants, sizes: Sizes): Promise<ListSubjects> {
  const large = tenants['1M'];
  const offset = deepPages(sizes['1M']);
  const names = Object.keys(sizes) as (keyof Sizes)[];
  const firstDeepMs = await timeOf(async () => ours(large, offset()));
  await waitForMap(large, offset);
  const skippedDeepMs = await timeOf(async () => naive(large, offset()));
  const page = (name: string, answer: () => Promise<unknown>): Subject => ({
    name,
    answer,
    times: oursTimes,
  });
  const counted = (size: keyof Sizes, name: string, answer: () => Promise<unknown>): Subject => ({
    name: `${name}, ${size}`,
    answer,
    times: { '10k': 40, '100k': 8, '1M': 2 }[size],
  });
  const subjects = [
    ...names.map((size) => page(`list, ${size}`, async () => ours(tenants[size], 0))),
    page('list at 90 % depth, 1M', async () => ours(large, offset())),
    ...names.map((size) => counted(size, 'lean + countDocuments', async () => naive(tenants[size], 0))),
    ...names.map((size) => counted(size, 'driver + countDocuments', async () => raw(tenants[size]))),
    ...names.map((size) => page(`driver, page alone, ${size}`, async () => pageAlone(tenants[size]))),
    page('list, 1M, again', async () => ours(large, 0)),
  ];
  return { subjects, firstDeepMs, skippedDeepMs };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Waits for the page map: until it exists, each deep page walks. */
async function waitForMap(tenantId: string, offset: () => number): Promise<void> {
  const quickMs = 30;
  const isQuick = async () => (await timeOf(async () => ours(tenantId, offset()))) < quickMs;
  await waitUntil(isQuick, { what: 'the map of deep pages' });
}
