import { ConfigError, readConfig } from '@pas/platform/config/read-config';
import { isRefusedByBus } from '@pas/platform/events/bus';
import { unavailable } from '@pas/shared/errors/raise';
import { declareBus } from '@pas/shared/events/declare-bus';
import { z } from 'zod';
import { readBy, type CommandGroup } from '../command-context.ts';
import { StreamsConfig } from '../config.ts';
import { withConnectedBus } from '../open-stores.ts';

const replicaCount = readBy(z.coerce.number().int().min(1).max(5));

/** `pas streams`: streams and consumers that the services need before they start. */
export const streamsCommands: CommandGroup = (program, { environment, remark }) => {
  program
    .command('streams')
    .description('streams and durable consumers of the event bus')
    .command('apply')
    .description(
      'create missing streams and consumers, and update the others; run it before a new version starts, and after the ' +
        'bus has lost its disk',
    )
    .option('--replicas <number>', 'copies of each stream, 3 in a cluster of three servers', replicaCount)
    .action(async ({ replicas }: { replicas?: number }) => {
      const config = readConfig(StreamsConfig, environment);
      const url = config.DECLARER_NATS_URL ?? config.NATS_URL;
      if (url === undefined) throw new ConfigError(['DECLARER_NATS_URL: is missing.']);
      await withConnectedBus(url, (bus) => declareBus(bus, replicas)).catch((error: unknown) => {
        if (!isRefusedByBus(error)) throw error;
        throw unavailable(
          'The event bus refuses this user. Set DECLARER_NATS_URL to the user that declares streams.',
        );
      });
      remark('All streams and consumers exist.');
    });
};
