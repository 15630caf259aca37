import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readConfig } from '@pas/platform/config/read-config';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import type { CommandGroup } from './command-context.ts';
import { CliConfig } from './config.ts';
import { ErasedLine, scheduleErasureAgain } from './erase-again.ts';
import { withDatabases } from './open-stores.ts';

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
    .description(
      'after a restore: have the workers erase the people of the list that the database still knows',
    )
    .argument('<file>', 'what pas erase list has printed')
    .action(async (file: string) =>
      run(async () => {
        let count = 0;
        for await (const line of readLines(file)) count += Number(await scheduleErasureAgain(line));
        remark('Erasures that the workers will apply:');
        print(String(count));
      }),
    );
};
