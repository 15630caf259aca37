import { maxKeyDays } from '@pas/shared/api-keys/new-api-key';
import { CommaList, EnvironmentName } from '@pas/platform/config/fields';
import { readConfig } from '@pas/platform/config/read-config';
import { Scope } from '@pas/shared/principal/scopes';
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { readBy, type CommandGroup } from '../command-context.ts';
import { KeysConfig } from '../config.ts';
import { withDatabases } from '../open-stores.ts';
import { createKey } from './create-key.ts';

interface Options {
  tenant?: string;
  platform?: true;
  name: string;
  scopes?: string[];
  environments?: string[];
  days: number;
  rateLimit: number;
}

const scopeList = readBy(CommaList.pipe(z.array(Scope).min(1).max(40)));
const environmentList = readBy(CommaList.pipe(z.array(EnvironmentName).min(1)));
const keyName = readBy(z.string().trim().min(1).max(100));
const days = readBy(z.coerce.number().int().min(1).max(maxKeyDays));
const rateLimit = readBy(z.coerce.number().int().min(1).max(60_000));

/** A key belongs to one tenant and says what it may do there, or to the platform and may do all. */
function ownerOf({ tenant, platform, scopes }: Options): { tenant: string | null; scopes: string[] } {
  if (platform && !tenant && !scopes) return { tenant: null, scopes: ['platform'] };
  if (tenant && scopes && !platform) return { tenant, scopes };
  throw new InvalidArgumentError('Give either --tenant and --scopes, or --platform alone.');
}

/** `pas keys`: the keys by which machines call the Admin API. */
export const keysCommands: CommandGroup = (program, context) => {
  program
    .command('keys')
    .description('API keys of tenants and of the platform')
    .command('create')
    .description('mint a key; it is printed once and stored nowhere')
    .option('--tenant <id|slug>', 'the tenant that the key belongs to')
    .requiredOption('--name <name>', 'the name that people see', keyName)
    .option('--scopes <list>', 'such as units:read,onboarding:*', scopeList)
    .option(
      '--environments <list>',
      'the environments in which the key works (default: ENVIRONMENT)',
      environmentList,
    )
    .option('--platform', 'a key of the platform itself, above all tenants')
    .addOption(new Option('--days <number>', 'how long the key is valid').argParser(days).default(90))
    .addOption(new Option('--rate-limit <number>', 'requests a minute').argParser(rateLimit).default(600))
    .action(async (options: Options) => {
      const owner = ownerOf(options);
      const config = readConfig(KeysConfig, context.environment);
      const environment = config.ENVIRONMENT;
      const minter = { operator: context.operator, environment, pepper: config.API_KEY_PEPPER_SECRET };
      const wanted = { ...options, ...owner, environments: options.environments ?? [environment] };
      const { row, key } = await withDatabases(config, () => createKey(minter, wanted));
      context.remark(
        `${row._id} for ${row.environments.join(', ')}, until ${row.expiresAt.toISOString()}. It is shown only once:`,
      );
      context.print(key);
    });
};
