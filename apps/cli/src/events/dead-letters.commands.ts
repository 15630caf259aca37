import { readConfig } from '@pas/platform/config/read-config';
import { notFound } from '@pas/platform/errors/raise';
import {
  dropDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  type DeadLetterQuery,
  type EventStores,
} from '@pas/platform/events/dead-letters';
import { allEventSources } from '@pas/shared/change/all-event-sources';
import { z } from 'zod';
import { readBy, type CommandGroup } from '../command-context.ts';
import { BusConfig } from '../config.ts';
import { withBus } from '../open-stores.ts';

const count = readBy(z.coerce.number().int().min(1));

/** Runs a command's work on the events of the environment. */
async function withEvents(config: BusConfig, work: (stores: EventStores) => Promise<void>): Promise<void> {
  await withBus(config, (bus) => work({ bus, environment: config.ENVIRONMENT, sources: allEventSources }));
}

/** `pas dead-letters`: events that a consumer has given up after five failures. */
export const deadLettersCommands: CommandGroup = (program, { environment, print, remark }) => {
  const group = program.command('dead-letters').description('events that a consumer gave up');
  group
    .command('list')
    .description('one JSON line for each, oldest first')
    .option('--durable <consumer>', 'only those of this consumer, such as deliver-invites')
    .option('--after-seq <seq>', 'only those after this one', count)
    .option('--limit <number>', 'the maximum number of lines', count)
    .action(async (query: DeadLetterQuery) => {
      const config = readConfig(BusConfig, environment);
      for (const letter of await withBus(config, (bus) => listDeadLetters(bus, query))) {
        print(JSON.stringify(letter));
      }
    });
  group
    .command('replay')
    .description('publish events again, with a fresh count of failures')
    .argument('<seq...>', 'as `list` shows them')
    .action(async (texts: string[]) => {
      const seqs = texts.map(count);
      await withEvents(readConfig(BusConfig, environment), async (stores) => {
        for (const seq of seqs) {
          const letter = await replayDeadLetter(stores, seq);
          if (!letter) throw notFound();
          remark(`${seq} was published again on ${letter.subject}.`);
        }
      });
    });
  group
    .command('drop')
    .description('remove events for good')
    .argument('<seq...>', 'as `list` shows them')
    .action(async (texts: string[]) => {
      const seqs = texts.map(count);
      await withEvents(readConfig(BusConfig, environment), async (stores) => {
        for (const seq of seqs) if (!(await dropDeadLetter(stores, seq))) throw notFound();
      });
      remark('Removed.');
    });
};
