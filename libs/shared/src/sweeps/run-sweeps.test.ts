import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { waitUntil } from '@pas/testing/wait-until';
import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { runSweeps } from './run-sweeps.ts';
import type { DueRow, Sweep } from './sweep.ts';

const program = {
  service: 'admin',
  environment: 'TEST',
  events: leaveToSweeper,
  log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
};

const rowsOf = (tenantId: string, count: number): DueRow[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${tenantId}-${at}`, tenantId }));

/** A sweep over rows in memory, in order, until their change is stored. */
function sweepOver(name: string, rows: readonly DueRow[], apply: (id: string) => Promise<boolean>) {
  const left = new Map(rows.map((row) => [row.id, row]));
  const tried: string[] = [];
  const sweep: Sweep = {
    name,
    findDue: async (_now, limit, except) =>
      [...left.values()].filter(({ tenantId }) => !except.includes(tenantId)).slice(0, limit),
    async apply(_ctx, id) {
      tried.push(id);
      const isStored = await apply(id);
      if (isStored) left.delete(id);
      return isStored;
    },
  };
  return { sweep, tried, isLeft: (id: string) => left.has(id), countLeft: () => left.size };
}

async function countFailures(work: string): Promise<number> {
  const metric = await register.getSingleMetric('background_failures_total')?.get();
  return metric?.values.find(({ labels }) => labels['work'] === work)?.value ?? 0;
}

test.each([
  ['that fail', () => Promise.reject(new Error('poison'))],
  ['of which nothing can be stored', () => Promise.resolve(false)],
] as const)('rows of one tenant %s keep no place from those of another', async (_what, poison) => {
  const rows = [...rowsOf('ten_poison', 350), ...rowsOf('ten_good', 10)];
  const name = `rows ${_what}`;
  const { sweep, countLeft, isLeft } = sweepOver(name, rows, (id) =>
    id.startsWith('ten_poison') ? poison() : Promise.resolve(true),
  );
  const sweeper = runSweeps({ ...program, everyMs: 20, sweeps: [sweep] });
  await waitUntil(() => countLeft() === 350, { what: 'the rows of the other tenant' });
  await sweeper.stop();
  expect(rows.filter(({ id }) => isLeft(id)).every(({ tenantId }) => tenantId === 'ten_poison')).toBe(true);
});

test('a failure is counted, and its row is tried again', async () => {
  let isBroken = true;
  const { sweep, tried, countLeft } = sweepOver('rows that heal', rowsOf('ten_1', 1), async () => {
    if (isBroken) throw new Error('not yet');
    return true;
  });
  const sweeper = runSweeps({ ...program, everyMs: 10, sweeps: [sweep] });
  await waitUntil(() => tried.length >= 2, { what: 'a second try' });
  isBroken = false;
  await waitUntil(() => countLeft() === 0, { what: 'the row' });
  await sweeper.stop();
  expect(await countFailures('rows that heal')).toBe(tried.length - 1);
});

test('a tenant with more rows than a batch does not delay another sweep', async () => {
  const backlog = sweepOver('a backlog', rowsOf('ten_large', 500), () => Promise.resolve(true));
  let leftThen = 0;
  const other = sweepOver('another sweep', rowsOf('ten_small', 1), () => {
    leftThen = backlog.countLeft();
    return Promise.resolve(true);
  });
  const sweeper = runSweeps({ ...program, everyMs: 60_000, sweeps: [backlog.sweep, other.sweep] });
  await waitUntil(() => backlog.countLeft() === 0, { what: 'the backlog' });
  await sweeper.stop();
  expect(leftThen).toBe(400);
});

test('a tenant with more rows than a batch delays the later rows of another tenant by one batch', async () => {
  const rows = [...rowsOf('ten_large', 1000), ...rowsOf('ten_small', 3)];
  const { sweep, tried, countLeft } = sweepOver('a long backlog', rows, () => Promise.resolve(true));
  const sweeper = runSweeps({ ...program, everyMs: 60_000, sweeps: [sweep] });
  await waitUntil(() => countLeft() === 0, { what: 'the backlog' });
  await sweeper.stop();
  expect(tried.slice(100, 103).every((id) => id.startsWith('ten_small'))).toBe(true);
});

test('a sweep that cannot look for rows does not stop the others', async () => {
  const broken: Sweep = {
    name: 'a sweep that cannot look',
    findDue: () => Promise.reject(new Error('no index')),
    apply: () => Promise.resolve(false),
  };
  const { sweep, countLeft } = sweepOver('a sweep after it', rowsOf('ten_1', 3), () => Promise.resolve(true));
  const sweeper = runSweeps({ ...program, everyMs: 60_000, sweeps: [broken, sweep] });
  await waitUntil(() => countLeft() === 0, { what: 'the rows' });
  await sweeper.stop();
  expect(await countFailures('a sweep that cannot look')).toBe(1);
});

test('a sweep that may be late looks in every third round', async () => {
  const looks = { often: 0, seldom: 0 };
  const lookingAs = (name: keyof typeof looks, everyRounds: number): Sweep => ({
    name: `a sweep that looks ${name}`,
    everyRounds,
    findDue: async () => {
      looks[name] += 1;
      return [];
    },
    apply: () => Promise.resolve(false),
  });
  const sweeps = [lookingAs('often', 1), lookingAs('seldom', 3)];
  const sweeper = runSweeps({ ...program, everyMs: 5, sweeps });
  await waitUntil(() => looks.often >= 12, { what: 'twelve rounds' });
  await sweeper.stop();
  expect(Math.abs(looks.often - 3 * looks.seldom)).toBeLessThanOrEqual(3);
});

test('a signal starts the sweeps that it wakes, and no others', async () => {
  const looks = { woken: 0, other: 0 };
  const lookingAs = (name: keyof typeof looks): Sweep => ({
    name: `a sweep that looks as ${name}`,
    isWoken: name === 'woken',
    findDue: async () => {
      looks[name] += 1;
      return [];
    },
    apply: () => Promise.resolve(false),
  });
  const sweeper = runSweeps({
    ...program,
    everyMs: 600_000,
    sweeps: [lookingAs('woken'), lookingAs('other')],
  });
  await waitUntil(() => looks.other === 1, { what: 'the first round' });
  sweeper.wake();
  await waitUntil(() => looks.woken === 2, { what: 'the look after the signal' });
  await sweeper.stop();
  expect(looks).toEqual({ woken: 2, other: 1 });
});

test('a sweep that looks ahead reads again when its first row is due', async () => {
  const dueAt = new Date(Date.now() + 1500);
  const [looks, applied]: [number[], number[]] = [[], []];
  const sweep: Sweep = {
    name: 'a sweep that looks ahead',
    leadMs: 10_000,
    findDue: async (until) => {
      looks.push(Date.now());
      return applied.length === 0 && dueAt <= until ? [{ id: 'one', tenantId: 'ten_1', dueAt }] : [];
    },
    apply: () => Promise.resolve(applied.push(Date.now()) > 0),
  };
  const sweeper = runSweeps({ ...program, everyMs: 1000, sweeps: [sweep] });
  await waitUntil(() => applied.length === 1, { what: 'the row' });
  await sweeper.stop();
  expect(applied[0]).toBeGreaterThanOrEqual(dueAt.getTime());
  expect(looks.filter((at) => at < dueAt.getTime())).toHaveLength(1);
});

test('slow rows of one tenant leave a place for another tenant of the batch', async () => {
  const gate = Promise.withResolvers<boolean>();
  const rows = [...rowsOf('ten_slow', 99), ...rowsOf('ten_other', 1)];
  const { sweep, tried, isLeft } = sweepOver('slow rows', rows, async (id) =>
    id.startsWith('ten_slow') ? gate.promise : true,
  );
  const sweeper = runSweeps({ ...program, everyMs: 60_000, sweeps: [sweep] });
  await waitUntil(() => !isLeft('ten_other-0'), { what: 'the row of the other tenant' });
  expect(tried.filter((id) => id.startsWith('ten_slow')).length).toBeLessThanOrEqual(4);
  gate.resolve(true);
  await sweeper.stop();
});
