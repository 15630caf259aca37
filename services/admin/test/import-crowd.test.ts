import type { Principal } from '@pas/shared/principal/principal';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sendRows, sendTable } from './table-support.ts';

const admin = await startAdmin();

const dryRunPath = '/api/admin/imports/residents/dry-run?createUnits=true';

/** Opens a table in transfer: its rows have arrived, and `end` sends its end. */
function openTable(rows: readonly string[]): { body: ReadableStream<Uint8Array>; end: () => void } {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`${['unit,email', ...rows].join('\n')}\n`));
      end = () => controller.close();
    },
  });
  return { body, end };
}

interface Answer {
  status: number;
  retryAfter: string | null;
  code?: string;
}

/** Starts the transfer of a table that ends only with `end`. */
function beginUpload(as: Principal, rows: readonly string[]) {
  const { body, end } = openTable(rows);
  const init = { as, method: 'POST', headers: { 'content-type': 'text/csv' }, body, duplex: 'half' as const };
  const upload: { answer: Answer | null; done: Promise<Answer>; end: () => void } = {
    answer: null,
    done: admin.send(dryRunPath, init).then(async (response) => {
      const { code } = (await response.json()) as { code?: string };
      const retryAfter = response.headers.get('retry-after');
      upload.answer = { status: response.status, retryAfter, ...(code !== undefined && { code }) };
      return upload.answer;
    }),
    end,
  };
  return upload;
}

async function newImporter(): Promise<Principal> {
  const caller = await newTenantCaller();
  await addProperty(admin, caller);
  return caller;
}

const rowsNamed = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${at},${name}${at}@example.test`);

test('one tenant’s fifty concurrent uploads: at most 21 are read and the others are 429; another tenant is unaffected', async () => {
  const [greedy, other] = await Promise.all([newImporter(), newImporter()]);
  const uploads = Array.from({ length: 50 }, (_, at) => beginUpload(greedy, rowsNamed(`u${at}-`, 3)));
  const answered = () => uploads.flatMap(({ answer }) => answer ?? []);
  await waitUntil(() => answered().length >= 29, { what: 'the refusals' });
  expect(new Set(answered().map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 429, retryAfter: '5', code: 'rate_limited' })]),
  );
  const list = await admin.call('GET', '/api/admin/units', { as: other });
  expect(list.status).toBe(200);
  const table = ['unit,email', ...rowsNamed('other', 50)].join('\n');
  const imported = await sendTable(admin, other, table, { query: '?createUnits=true' });
  expect([imported.status, imported.body.import.totals.create]).toEqual([201, 50]);
  // Waiting uploads are refused after a while, too. The five that are read are not.
  expect(answered().length).toBeLessThanOrEqual(45);
  expect(answered().filter(({ status }) => status === 201)).toEqual([]);

  for (const { end } of uploads) end();
  const all = await Promise.all(uploads.map(async ({ done }) => done));
  const read = all.filter(({ status }) => status === 201).length;
  // On a busy machine, some of the five wait in vain for their turn at the reader.
  expect(read).toBeGreaterThanOrEqual(1);
  expect(read).toBeLessThanOrEqual(21);
  expect(new Set([...all.map(({ status }) => status), 429])).toEqual(new Set([201, 429]));
});

test('fifty plans of one tenant do not delay the plan of another one, in any order', async () => {
  const [greedy, other] = await Promise.all([newImporter(), newImporter()]);
  const rowsOf = (name: string) => ({
    rows: Array.from({ length: 200 }, (_, at) => ({ unit: `${at}`, email: `${name}-${at}@example.test` })),
    options: { createUnits: true },
  });
  let planned = 0;
  const plans = Array.from({ length: 50 }, async (_, at) => {
    const answer = await sendRows(admin, greedy, rowsOf(`g${at}`));
    planned += 1;
    return answer.status;
  });
  const mine = await sendRows(admin, other, rowsOf('mine'));
  const before = planned;
  const statuses = await Promise.all(plans);
  expect(mine.status).toBe(201);
  expect(before).toBeLessThan(50);
  expect(new Set([...statuses, 429])).toEqual(new Set([201, 429]));
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(5);
});

test('a tenant’s concurrent large tables: a few are accepted, and the others are 429', async () => {
  const [greedy, other] = await Promise.all([newImporter(), newImporter()]);
  const large = (name: string) => ['unit,email', ...rowsNamed(name, 5001)].join('\n');
  const query = '?createUnits=true';
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, at) => sendTable(admin, greedy, large(`l${at}-`), { query })),
  );
  const taken = sent.filter(({ status }) => status === 202);
  // At most five wait, plus those that were stored in the same moment. On a busy machine, the reader refuses more.
  expect(taken.length).toBeGreaterThanOrEqual(1);
  expect(taken.length).toBeLessThan(10);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([202, 429]));
  const mine = await sendTable(admin, other, large('mine'), { query });
  expect([mine.status, mine.body.import.status]).toEqual([202, 'VALIDATING']);
});
