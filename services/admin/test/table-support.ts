import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import type { z } from 'zod';
import type { ImportRowEntry } from '../src/resources/imports/import-row.schema.ts';
import type { Import } from '../src/resources/imports/import.schema.ts';

export type ImportAnswer = { import: z.output<typeof Import> };
export type RowsAnswer = { rows: z.output<typeof ImportRowEntry>[]; total: number };

const dryRunPath = '/api/admin/imports/residents/dry-run';

/** The answer to a table: the plan, or the refusal. */
export interface TableAnswer {
  status: number;
  body: ImportAnswer & { code?: string; message?: string; errors?: { path: string; code: string }[] };
}

/** Sends a table in a file. */
export async function sendTable(
  admin: ServiceHarness,
  as: Principal,
  table: string | Uint8Array<ArrayBuffer>,
  { query = '', type = 'text/csv' }: { query?: string; type?: string } = {},
): Promise<TableAnswer> {
  const body = typeof table === 'string' ? table : new Blob([table]);
  const init = { as, method: 'POST', headers: { 'content-type': type }, body };
  const response = await admin.send(`${dryRunPath}${query}`, init);
  return { status: response.status, body: (await response.json()) as TableAnswer['body'] };
}

/** Sends a table in a form. */
export async function sendForm(
  admin: ServiceHarness,
  as: Principal,
  { file, fields = {} }: { file: string | Uint8Array<ArrayBuffer>; fields?: Record<string, string> },
): Promise<TableAnswer> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'residents.csv');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await admin.send(dryRunPath, { as, method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as TableAnswer['body'] };
}

/** Sends rows as JSON. */
export async function sendRows(
  admin: ServiceHarness,
  as: Principal,
  body: object,
): Promise<{ status: number; body: TableAnswer['body'] }> {
  return admin.call<TableAnswer['body']>('POST', dryRunPath, { as, body });
}

/** Returns the rows of an import. */
export async function rowsOf(
  admin: ServiceHarness,
  as: Principal,
  { body }: { body: ImportAnswer },
  query = '',
): Promise<RowsAnswer['rows']> {
  const path = `/api/admin/imports/${body.import.id}/rows${query}`;
  return (await admin.call<RowsAnswer>('GET', path, { as })).body.rows;
}
