import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import type { Principal } from '@pas/shared/principal/principal';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportLane, ImportWork } from '../src/resources/imports/import-work.ts';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { expireImports } from '../src/sweeps/expire-imports.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importRow } from './import-row.ts';
import { testWorker } from './plan-import.ts';
import { rowsOf, sendTable, type ImportAnswer } from './table-support.ts';

const place = {
  environment: 'TEST',
  events: leaveToSweeper,
  log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
};

const admin = await startAdmin();
let caller: Principal;
let running: { stop(): Promise<void> }[];

beforeEach(async () => {
  caller = await newTenantCaller();
  running = [];
});
afterEach(async () => void (await Promise.all(running.map((each) => each.stop()))));

const start = (lanes?: readonly ImportLane[]): void =>
  void running.push(startImportWorker({ ...testWorker, everyMs: 20, retryMs: 1, ...(lanes && { lanes }) }));

const load = async (id: string): Promise<ImportAnswer['import']> =>
  (await admin.call<ImportAnswer>('GET', `/api/admin/imports/${id}`, { as: caller })).body.import;

const isDone = (id: string, status: string): Promise<boolean> =>
  waitUntil(async () => (await load(id)).status === status, {
    what: `the import to be ${status}`,
  });

/** Returns a table of new residents: each hundredth has no unit, every other one a separate unit. */
const manyRows = (count: number): string => {
  const rows = Array.from(
    { length: count },
    (_, at) => `${at % 100 === 99 ? '' : at},r${at}@example.test,"Name ${at}"`,
  );
  return ['unit,email,name first', ...rows].join('\n');
};

describe('a table of more than 5,000 rows', () => {
  test('is VALIDATING first, and then has the same plan as a smaller table', async () => {
    await addProperty(admin, caller);
    const query = '?createUnits=true';
    const answer = await sendTable(admin, caller, manyRows(5200), { query });
    expect(answer).toMatchObject({
      status: 202,
      body: { import: { status: 'VALIDATING', planHash: null, totals: { rows: 5200 } } },
    });
    expect(await rowsOf(admin, caller, answer)).toEqual([]);
    start();
    start();
    const { id } = answer.body.import;
    expect(await isDone(id, 'VALIDATED')).toBe(true);
    const imported = await load(id);
    expect(imported.totals).toMatchObject({ rows: 5200, create: 5148, error: 52 });
    expect(imported.planHash).toMatch(/^[\da-f]{64}$/);
    const [row] = await rowsOf(admin, caller, answer, '?verdict=error');
    expect(row).toMatchObject({ line: 101, errors: [{ column: 'unit', code: 'missing_required' }] });
  });

  test('is not processed after its cancellation', async () => {
    await addProperty(admin, caller);
    const { body } = await sendTable(admin, caller, manyRows(5200));
    const { id } = body.import;
    await admin.call('POST', `/api/admin/imports/${id}/cancel`, { as: caller });
    const other = await sendTable(admin, caller, manyRows(5001));
    start();
    expect(await isDone(other.body.import.id, 'INVALID')).toBe(true);
    expect((await load(id)).status).toBe('CANCELED');
    const filter = { tenantId: caller.tenantId ?? '', importId: id, verdict: { $ne: null } };
    expect(await ImportedRowModel.countDocuments(filter)).toBe(0);
  });

  test('429 while five of the tenant wait', async () => {
    const waiting = Array.from({ length: 5 }, () =>
      importRow(caller.tenantId ?? '', { status: 'VALIDATING' }),
    );
    await ImportModel.insertMany(waiting);
    await addProperty(admin, caller);
    expect((await sendTable(admin, caller, manyRows(1))).body.code).toBe('rate_limited');
  });
});

describe('the worker of imports', () => {
  test('ends an import with repeated failures as FAILED, and continues', async () => {
    const broken = importRow(caller.tenantId ?? '', { status: 'VALIDATING' });
    await ImportModel.insertMany([broken]);
    const job = () => Promise.reject(new Error('broken'));
    start([{ name: 'validate', jobs: { VALIDATING: job }, maxAtOnce: 1 }]);
    expect(await isDone(broken._id, 'FAILED')).toBe(true);
    expect((await load(broken._id)).failure).toMatch(/correlation id/);
  });

  test('puts a tenant with repeated store failures after the others', async () => {
    const [broken, other] = [caller.tenantId ?? '', (await newTenantCaller()).tenantId ?? ''];
    const soon = new Date(Date.now() + 3_600_000);
    await ImportModel.insertMany([
      importRow(broken, { status: 'VALIDATING', expiresAt: soon }),
      importRow(other, { status: 'VALIDATING' }),
    ]);
    const begun: string[] = [];
    const job = ({ imported: { tenantId } }: ImportWork): Promise<void> => {
      begun.push(tenantId);
      return Promise.reject(Object.assign(new Error('lost'), { code: 'ECONNRESET' }));
    };
    start([{ name: 'crowd', jobs: { VALIDATING: job }, maxAtOnce: 1 }]);
    await waitUntil(() => begun.filter((tenantId) => tenantId === other).length > 1, { what: 'two turns' });
    expect(begun[0]).toBe(broken);
    for (const tenantId of [broken, other])
      await ImportModel.updateMany({ tenantId }, { $set: { status: 'CANCELED' } });
  });

  test('gives each tenant one slot of a lane, regardless of older imports of other tenants', async () => {
    const [greedy, other] = [caller.tenantId ?? '', (await newTenantCaller()).tenantId ?? ''];
    const soon = new Date(Date.now() + 3_600_000);
    const early = { status: 'VALIDATING', expiresAt: soon } as const;
    await ImportModel.insertMany([
      ...Array.from({ length: 5 }, () => importRow(greedy, early)),
      importRow(other, { status: 'VALIDATING' }),
    ]);
    const begun: string[] = [];
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const job = async ({ imported: { tenantId } }: ImportWork): Promise<void> => {
      begun.push(tenantId);
      await ended;
    };
    start([{ name: 'crowd', jobs: { VALIDATING: job }, maxAtOnce: 20 }]);
    await waitUntil(() => begun.includes(greedy) && begun.includes(other), { what: 'both tenants’ turns' });
    expect(begun.filter((tenantId) => tenantId === greedy)).toHaveLength(1);
    for (const tenantId of [greedy, other])
      await ImportModel.updateMany({ tenantId }, { $set: { status: 'CANCELED' } });
    end();
  });
});

test('the sweeper stores the expiry of a plan once', async () => {
  const expiresAt = new Date(Date.now() - 1000);
  const lapsed = importRow(caller.tenantId ?? '', { expiresAt });
  await ImportModel.insertMany([lapsed]);
  for (let sweeper = 0; sweeper < 2; sweeper += 1)
    running.push(startSweeper({ ...place, everyMs: 20, sweeps: [expireImports] }));
  const filter = { _id: lapsed._id, tenantId: lapsed.tenantId, status: 'EXPIRED' as const };
  const stored = await waitUntil(async () => ImportModel.findOne(filter).lean<ImportRow>(), {
    what: 'the expiry',
  });
  expect(stored.version).toBe(2);
});
