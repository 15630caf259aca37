import { readConfig } from '@pas/platform/config/read-config';
import { Fault } from '@pas/platform/errors/fault';
import {
  dropDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  type DeadLetterQuery,
  type EventStores,
} from '@pas/platform/events/dead-letters';
import { allEventSources } from '@pas/shared/change/all-event-sources';
import { z } from 'zod';
import { readBy, type CommandContext, type CommandGroup } from '../command-context.ts';
import { BusConfig } from '../config.ts';
import { withBus } from '../open-stores.ts';

const count = readBy(
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Expected a whole number from 1.')
    .transform(Number),
);

/** Default number of lines that `list` prints. */
const defaultLimit = 100;

const seqNumber = readBy(
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Expected numbers, each the `seq` of a line of `pas dead-letters list`.')
    .transform(Number),
);

const eachSeq = (text: string, before: readonly number[] = []): number[] => [...before, seqNumber(text)];

const noLetterAt = (seq: number): string =>
  `There is no dead letter ${seq}: it was replayed or dropped, or never was one. \`pas dead-letters list\` shows those that are there.`;

/** Runs a command's work on the events of the environment. */
async function withEvents(config: BusConfig, work: (stores: EventStores) => Promise<void>): Promise<void> {
  await withBus(config, (bus) => work({ bus, environment: config.ENVIRONMENT, sources: allEventSources }));
}

/**
 * Applies an operation to dead letters, one after the other. Reports each failure and continues, because an operator
 * may have thousands of letters.
 *
 * @param work returns a message about its result; null for an unknown letter
 */
async function applyToEach(
  seqs: readonly number[],
  work: (seq: number) => Promise<string | null>,
  { remark, exit }: Pick<CommandContext, 'remark' | 'exit'>,
): Promise<void> {
  const refuse = (message: string): void => {
    remark(`pas: ${message}`);
    exit(1);
  };
  for (const seq of seqs) {
    try {
      const done = await work(seq);
      if (done === null) refuse(noLetterAt(seq));
      else remark(done);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      refuse(error.message);
    }
  }
}

/** `pas dead-letters`: events that a consumer gave up after five failures. */
export const deadLettersCommands: CommandGroup = (program, { environment, print, remark, exit }) => {
  const group = program.command('dead-letters').description('events that a consumer gave up');
  group
    .command('list')
    .description('one JSON line for each, oldest first')
    .option('--durable <consumer>', 'only those of this consumer, such as deliver-invites')
    .option('--after-seq <seq>', 'only those after this one', count)
    .option('--limit <number>', 'the maximum number of lines', count, defaultLimit)
    .action(async ({ limit, ...query }: DeadLetterQuery & { limit: number }) => {
      const config = readConfig(BusConfig, environment);
      // One line beyond the limit shows whether the list continues.
      const found = await withBus(config, (bus) => listDeadLetters(bus, { ...query, limit: limit + 1 }));
      const shown = found.slice(0, limit);
      for (const letter of shown) print(JSON.stringify(letter));
      if (found.length > limit)
        remark(`There are more. Continue with --after-seq ${shown.at(-1)?.seq}, or name a higher --limit.`);
    });
  group
    .command('replay')
    .description('publish events again, with a fresh count of failures')
    .argument('<seq...>', 'as `list` shows them', eachSeq)
    .action(async (seqs: number[]) => {
      await withEvents(readConfig(BusConfig, environment), async (stores) => {
        const replay = async (seq: number): Promise<string | null> => {
          const letter = await replayDeadLetter(stores, seq);
          return letter && `${seq} was published again on ${letter.subject}.`;
        };
        await applyToEach(seqs, replay, { remark, exit });
      });
    });
  group
    .command('drop')
    .description('remove events permanently')
    .argument('<seq...>', 'as `list` shows them', eachSeq)
    .action(async (seqs: number[]) => {
      await withEvents(readConfig(BusConfig, environment), async (stores) => {
        const drop = async (seq: number): Promise<string | null> =>
          (await dropDeadLetter(stores, seq)) && `${seq} was removed.`;
        await applyToEach(seqs, drop, { remark, exit });
      });
    });
};
