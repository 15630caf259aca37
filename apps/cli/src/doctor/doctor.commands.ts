import { ConfigError, readConfig } from '@pas/platform/config/read-config';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import { z } from 'zod';
import { readBy, type CommandContext, type CommandGroup } from '../command-context.ts';
import { DoctorConfig } from '../config.ts';
import { silentLog, withDatabases } from '../open-stores.ts';
import { backlogChecks } from './check-backlog.ts';
import { busChecks } from './check-bus.ts';
import { databaseChecks } from './check-databases.ts';
import { hostChecks } from './check-host.ts';
import { processChecks } from './check-processes.ts';
import { userChecks } from './check-users.ts';
import { failure, fine, runChecks, type Finding } from './finding.ts';

const address = readBy(z.url({ protocol: /^https?$/, error: 'Expected an http or https URL.' }));
const addresses = (text: string, before: readonly string[] = []): string[] => [...before, address(text)];

type Context = Pick<CommandContext, 'environment' | 'migrations' | 'operator'>;

/** Examines an environment. A faulty configuration or an unavailable database ends the examination. */
async function examine(context: Context, urls: readonly string[]): Promise<Finding[]> {
  const { environment, migrations: make = allMigrations, operator: name } = context;
  const configuration = { check: 'configuration' };
  let config;
  try {
    config = readConfig(DoctorConfig, environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      { ...configuration, ...failure(error.message, 'Set the variables as docs/configuration.md says.') },
    ];
  }
  const { ENVIRONMENT } = config;
  const worker = { service: 'cli', name, environment: ENVIRONMENT, events: leaveToSweeper, log: silentLog };
  const ids = make(worker).map(({ id }) => id);
  const checks = [
    ...databaseChecks(ids),
    ...userChecks(config),
    ...busChecks(config),
    ...backlogChecks(ENVIRONMENT),
    ...hostChecks(config),
    ...processChecks(urls),
  ];
  const good = { ...configuration, ...fine(`The configuration of ${ENVIRONMENT} is usable.`) };
  try {
    return [good, ...(await withDatabases(config, () => runChecks(checks)))];
  } catch (error) {
    const next = 'Check that MongoDB runs, and that this host reaches it.';
    return [good, { check: 'stores', ...failure((error as Error).message, next) }];
  }
}

function toLines({ check, level, message, next }: Finding): string[] {
  const line = `${level.padEnd(7)}  ${check.padEnd(13)}  ${message}`;
  return next === null ? [line] : [line, `${' '.repeat(24)} → ${next}`];
}

/** `pas doctor`: an examination of one environment that changes nothing. */
export const doctorCommands: CommandGroup = (program, context) => {
  const { print, remark, exit } = context;
  program
    .command('doctor')
    .description(
      'examine an environment and name the next step for each fault; the exit code is 1 after a failure. ' +
        'It changes nothing',
    )
    .argument(
      '[url...]',
      'processes whose readiness, build, clock and certificate are examined too',
      addresses,
    )
    .option('--json', 'print one JSON object for each finding')
    .action(async (urls: string[], { json = false }: { json?: boolean }) => {
      const findings = await examine(context, urls);
      for (const finding of findings)
        for (const line of json ? [JSON.stringify(finding)] : toLines(finding)) print(line);
      const failures = findings.filter(({ level }) => level === 'failure').length;
      const warnings = findings.filter(({ level }) => level === 'warning').length;
      remark(`${failures} failures, ${warnings} warnings.`);
      if (failures > 0) exit(1);
    });
};
