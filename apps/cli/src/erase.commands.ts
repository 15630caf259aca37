import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readConfig } from '@pas/platform/config/read-config';
import { idSchema } from '@pas/shared/ids/id';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { z } from 'zod';
import type { CommandGroup } from './command-context.ts';
import { CliConfig } from './config.ts';
import { withDatabases } from './open-stores.ts';

/** A line of the list of erased people: ids alone. */
const ErasedLine = z.object({
  userId: idSchema('user'),
  tenantId: idSchema('tenant'),
  requestedAt: z.iso.datetime(),
});
type ErasedLine = z.infer<typeof ErasedLine>;

async function* storedLines(): AsyncGenerator<ErasedLine> {
  const rows = ErasureModel.find({ requestedAt: { $gte: new Date(0) } })
    .setOptions({ crossTenant: 'all-erasures' })
    .sort({ requestedAt: 1 })
    .lean<ErasureRow[]>()
    .cursor();
  for await (const { _id: userId, tenantId, requestedAt } of rows)
    yield { userId, tenantId, requestedAt: requestedAt.toISOString() };
}

async function* readLines(file: string): AsyncGenerator<ErasedLine> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line.trim() !== '') yield ErasedLine.parse(JSON.parse(line));
}

/** Schedules the erasure of a person again. Leaves a running erasure unchanged. */
async function applyAgain({ userId: _id, tenantId, requestedAt }: ErasedLine): Promise<boolean> {
  const again = { status: 'RUNNING' as const, person: null, counts: [], erasedAt: null, dueAt: new Date(0) };
  const known = await ErasureModel.findOne({ _id, tenantId }).lean<ErasureRow>();
  if (known?.person) return false;
  const row = { ...again, account: 'NONE' as const, requestedAt: new Date(requestedAt) };
  await ErasureModel.updateOne({ _id, tenantId }, { $set: row }, { upsert: true });
  return true;
}

/** `pas erase`: repeats erasures after a restore from a backup. */
export const eraseCommands: CommandGroup = (program, { environment, print, remark }) => {
  const erase = program.command('erase').description('people whose personal data was erased');
  const run = <T>(work: () => Promise<T>): Promise<T> =>
    withDatabases(readConfig(CliConfig, environment), work);
  erase
    .command('list')
    .description('print the ids of erased people, one JSON object in a line; keep it beside the backups')
    .action(async () =>
      run(async () => {
        for await (const line of storedLines()) print(JSON.stringify(line));
      }),
    );
  erase
    .command('apply')
    .description('after a restore: have the workers erase all people of the list once more')
    .argument('[file]', 'what pas erase list has printed; default: those that the restored database knows')
    .action(async (file?: string) =>
      run(async () => {
        let count = 0;
        const lines = file === undefined ? storedLines() : readLines(file);
        for await (const line of lines) count += Number(await applyAgain(line));
        remark('Erasures that the workers will apply:');
        print(String(count));
      }),
    );
};
