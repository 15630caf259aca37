import { readConfig } from '@pas/platform/config/read-config';
import { Email } from '@pas/shared/contacts/email';
import { maxSetupHours, defaultSetupHours } from '@pas/shared/setup-links/setup-links';
import { Option, type Command } from 'commander';
import { z } from 'zod';
import { readBy, type CommandContext, type CommandGroup } from '../command-context.ts';
import { CliConfig, SetupLinksConfig } from '../config.ts';
import { withDatabases } from '../open-stores.ts';
import { createSetupLink, endSetupLink } from './setup-links.ts';

const email = readBy(Email);
const hours = readBy(z.coerce.number().int().min(1).max(maxSetupHours));

function addCreate(group: Command, { environment, operator, print, remark }: CommandContext): void {
  group
    .command('setup-link')
    .description('create the link with which the first manager of a tenant signs in; it is printed once')
    .argument('<tenant>', 'its id or slug')
    .requiredOption('--email <address>', 'the address of the manager; nobody else can use the link', email)
    .addOption(
      new Option('--hours <number>', 'how long the link works').argParser(hours).default(defaultSetupHours),
    )
    .action(async (tenant: string, options: { email: string; hours: number }) => {
      const config = readConfig(SetupLinksConfig, environment);
      const by = { operator, environment: config.ENVIRONMENT };
      const wanted = { tenant, baseUrl: config.PORTAL_URL, ...options };
      const { row, url } = await withDatabases(config, () => createSetupLink(by, wanted));
      remark(`${row._id} works once, until ${row.expiresAt.toISOString()}. It is shown only once:`);
      print(url);
    });
}

function addRevoke(group: Command, { environment, operator, remark }: CommandContext): void {
  group
    .command('revoke-setup-link')
    .description('end a setup link that nobody has used')
    .argument('<link>', 'its id')
    .action(async (id: string) => {
      const config = readConfig(CliConfig, environment);
      const by = { operator, environment: config.ENVIRONMENT };
      remark(`${id} is ${await withDatabases(config, () => endSetupLink(by, id))}.`);
    });
}

/** `pas tenants`: the companies of the platform. */
export const tenantsCommands: CommandGroup = (program, context) => {
  const group = program.command('tenants').description('companies of the platform');
  for (const add of [addCreate, addRevoke]) add(group, context);
};
