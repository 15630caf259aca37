import { readFile } from 'node:fs/promises';
import { waitForImport, type AdminClient } from '@pas/client';
import { TriggerError } from './sandbox-client.ts';
import { newPerson } from './events/trigger-place.ts';

type Import = Awaited<ReturnType<typeof waitForImport>>;

/** A file of residents and its property. */
interface Roster {
  propertyId: string;
  /** Path of a CSV file. Default: three made-up residents. */
  file?: string;
}

const madeUpRows = (): { unit: string; email: string; firstName: string; lastName: string }[] =>
  ['Import 1', 'Import 2', 'Import 3'].map((unit) => ({ unit, ...newPerson() }));

async function planImport(client: AdminClient, { propertyId, file }: Roster): Promise<Import> {
  if (file === undefined) {
    const body = { rows: madeUpRows(), propertyId, options: { createUnits: true } };
    return client.imports.residents.dryRun(body);
  }
  const csv = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new TriggerError(`The file ${file} cannot be read.`, { cause });
  });
  return client.imports.residents.dryRun(csv, { query: { propertyId, createUnits: true } });
}

/** Lists the faults of a plan, one line for each cell. */
async function listFaults(client: AdminClient, importId: string): Promise<string[]> {
  const { items } = await client.imports.rows.list(importId, { verdict: 'error', limit: 20 });
  return items.flatMap(({ line, errors }) =>
    errors.map(({ column, message }) => `line ${line}, ${column}: ${message}`),
  );
}

/**
 * Plans and commits an import of residents, and waits for its end.
 *
 * @throws TriggerError with the faults of a plan that cannot be committed
 */
export async function runImport(client: AdminClient, roster: Roster): Promise<Import> {
  const plan = await waitForImport(client, await planImport(client, roster));
  if (plan.status !== 'VALIDATED' || plan.totals.error > 0)
    throw new TriggerError(
      [`${plan.id} is ${plan.status}.`, ...(await listFaults(client, plan.id))].join('\n'),
    );
  return waitForImport(client, await client.imports.commit(plan.id));
}
