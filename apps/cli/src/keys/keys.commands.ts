import { maxGraceSeconds, defaultGraceSeconds } from '@pas/shared/api-keys/replace-api-key';
import { maxKeyDays } from '@pas/shared/api-keys/new-api-key';
import { CommaList, EnvironmentName } from '@pas/platform/config/fields';
import { readConfig } from '@pas/platform/config/read-config';
import type { ApiKeyStatus } from '@pas/shared/models/api-key';
import { Scope } from '@pas/shared/principal/scopes';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { readBy, type CommandContext, type CommandGroup } from '../command-context.ts';
import { CliConfig, KeysConfig } from '../config.ts';
import { withDatabases } from '../open-stores.ts';
import { createKey, type CreatedKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';

interface Owner {
  tenant?: string;
  platform?: true;
}

interface CreateOptions extends Owner {
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
const graceSeconds = readBy(z.coerce.number().int().min(0).max(maxGraceSeconds));
const revokeReason = readBy(z.string().trim().min(1).max(200));
const statuses: readonly ApiKeyStatus[] = ['ACTIVE', 'ROTATING', 'REVOKED', 'EXPIRED'];

const keyHelp = 'its id, or its prefix up to the secret, as `list` shows them';

/** Returns the owner and scopes of a new key: a tenant with its scopes, or the platform with all rights. */
function grantsOf({ tenant, platform, scopes }: CreateOptions): { tenant: string | null; scopes: string[] } {
  if (platform && !tenant && !scopes) return { tenant: null, scopes: ['platform'] };
  if (tenant && scopes && !platform) return { tenant, scopes };
  throw new InvalidArgumentError('Give either --tenant and --scopes, or only --platform.');
}

function ownerOf({ tenant, platform }: Owner): string | null {
  if (platform && !tenant) return null;
  if (tenant && !platform) return tenant;
  throw new InvalidArgumentError('Give either --tenant or --platform.');
}

function showOnce({ print, remark }: CommandContext, { row, key }: CreatedKey): void {
  const until = row.expiresAt.toISOString();
  remark(`${row._id} for ${row.environments.join(', ')}, until ${until}. It is shown only once:`);
  print(key);
}

function addCreate(group: Command, context: CommandContext): void {
  group
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
    .action(async (options: CreateOptions) => {
      const owner = grantsOf(options);
      const config = readConfig(KeysConfig, context.environment);
      const environment = config.ENVIRONMENT;
      const minter = { operator: context.operator, environment, pepper: config.API_KEY_PEPPER_SECRET };
      const wanted = { ...options, ...owner, environments: options.environments ?? [environment] };
      showOnce(context, await withDatabases(config, () => createKey(minter, wanted)));
    });
}

function addList(group: Command, { environment, print }: CommandContext): void {
  group
    .command('list')
    .description('one JSON line for each key, newest first')
    .option('--tenant <id|slug>', 'the keys of this tenant')
    .option('--platform', 'the keys of the platform itself')
    .addOption(new Option('--status <status>', 'only those with this status').choices(statuses))
    .action(async ({ status, ...options }: Owner & { status?: ApiKeyStatus }) => {
      const wanted = { tenant: ownerOf(options), ...(status && { status }) };
      const keys = await withDatabases(readConfig(CliConfig, environment), () => listKeys(wanted));
      for (const key of keys) print(JSON.stringify(key));
    });
}

function addRevoke(group: Command, { environment, operator, remark }: CommandContext): void {
  group
    .command('revoke')
    .description('end a key; every gateway refuses it within one second')
    .argument('<key>', keyHelp)
    .option('--reason <text>', 'why, for the people who read its record', revokeReason)
    .action(async (key: string, { reason = null }: { reason?: string | null }) => {
      const config = readConfig(CliConfig, environment);
      const by = { operator, environment: config.ENVIRONMENT };
      const row = await withDatabases(config, () => revokeKey(by, { key, reason }));
      remark(`${row._id} is revoked since ${row.revokedAt?.toISOString()}.`);
    });
}

function addRotate(group: Command, context: CommandContext): void {
  group
    .command('rotate')
    .description('mint the successor of a key; it is printed once, and the old key works for a while')
    .argument('<key>', keyHelp)
    .addOption(
      new Option('--grace <seconds>', 'how long the old key works')
        .argParser(graceSeconds)
        .default(defaultGraceSeconds),
    )
    .action(async (key: string, { grace }: { grace: number }) => {
      const config = readConfig(KeysConfig, context.environment);
      const by = { operator: context.operator, environment: config.ENVIRONMENT };
      const wanted = { key, graceSeconds: grace, pepper: config.API_KEY_PEPPER_SECRET };
      showOnce(context, await withDatabases(config, () => rotateKey(by, wanted)));
    });
}

/** `pas keys`: the keys with which machines call the Admin API. */
export const keysCommands: CommandGroup = (program, context) => {
  const group = program.command('keys').description('API keys of tenants and of the platform');
  for (const add of [addCreate, addList, addRevoke, addRotate]) add(group, context);
};
