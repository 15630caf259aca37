import { Command } from 'commander';
import { auditCommands } from './audit/audit.commands.ts';
import { describeBuild } from '@pas/platform/build/describe-build';
import { backupCommands } from './backup/backup.commands.ts';
import type { CommandContext } from './command-context.ts';
import { deadLettersCommands } from './events/dead-letters.commands.ts';
import { outboxCommands } from './events/outbox.commands.ts';
import { streamsCommands } from './events/streams.commands.ts';
import { eraseCommands } from './erase.commands.ts';
import { databasesCommands } from './databases.commands.ts';
import { doctorCommands } from './doctor/doctor.commands.ts';
import { keysCommands } from './keys/keys.commands.ts';
import { listenCommand } from './listen/listen.commands.ts';
import { tenantsCommands } from './tenants/tenants.commands.ts';
import { triggerCommands } from './trigger/trigger.commands.ts';
import { usersCommands } from './users.commands.ts';

/** Creates the operator's program, `pas`. */
export function createProgram(context: CommandContext): Command {
  const { version, build } = describeBuild(context.environment['BUILD_ID'] || 'unknown');
  const program = new Command('pas')
    .version(`pas ${version} (build ${build})`)
    .description('Operator commands for work that the Admin API does not offer.')
    .showHelpAfterError('See pas --help.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => context.remark(text.trimEnd()),
    });
  const groups = [
    doctorCommands,
    keysCommands,
    tenantsCommands,
    usersCommands,
    databasesCommands,
    streamsCommands,
    outboxCommands,
    deadLettersCommands,
    auditCommands,
    eraseCommands,
    backupCommands,
    triggerCommands,
    listenCommand,
  ];
  for (const addCommands of groups) addCommands(program, context);
  return program;
}
