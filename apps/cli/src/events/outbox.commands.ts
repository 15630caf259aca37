import { readConfig } from '@pas/platform/config/read-config';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { republishSince } from '@pas/platform/events/republish';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { z } from 'zod';
import { readBy, type CommandGroup } from '../command-context.ts';
import { CliConfig } from '../config.ts';
import { withDatabases } from '../open-stores.ts';

const moment = readBy(z.iso.datetime({ offset: true }).transform((text) => new Date(text)));

/** `pas outbox`: events that wait for publication on the bus. */
export const outboxCommands: CommandGroup = (program, { environment, remark, print }) => {
  program
    .command('outbox')
    .description('events on their way to the bus')
    .command('republish')
    .description(
      'publish the events of the last fifteen days and those of dead letters once more, after a stream was lost',
    )
    .requiredOption('--since <time>', 'such as 2027-03-01T00:00:00Z', moment)
    .action(async ({ since }: { since: Date }) => {
      const config = readConfig(CliConfig, environment);
      const republish = (outbox: typeof OutboxModel): Promise<number> =>
        republishSince({ outbox, environment: config.ENVIRONMENT }, since);
      const counts = await withDatabases(config, () =>
        Promise.all([OutboxModel, ControlOutboxModel, receiptOutbox].map(republish)),
      );
      remark('Events that the sweeper will publish again:');
      print(String(counts.reduce((sum, count) => sum + count, 0)));
    });
};
