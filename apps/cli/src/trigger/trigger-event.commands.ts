import { publicEventTypes } from '@pas/shared/events/public-types';
import { Option, type Command } from 'commander';
import { openApi } from '../api/open-api.ts';
import type { CommandContext } from '../command-context.ts';
import { eventTriggers, listTriggers } from './events/event-triggers.ts';
import { requireTestEnvironment, triggerEvent } from './events/trigger-event.ts';
import { ensureProperty } from './events/trigger-place.ts';
import { runImport } from './run-import.ts';
import { openSandbox } from './sandbox-client.ts';

/** Adds a command for each public event, and `--list`. */
export function addEventTriggers(group: Command, { environment, print, exit }: CommandContext): void {
  group.addOption(new Option('--list', 'list the events that can be triggered')).action(({ list }) => {
    if (!list) group.help({ error: true });
    for (const { event, summary } of listTriggers()) print(`${event.padEnd(20)}${summary}`);
  });
  for (const type of publicEventTypes)
    group
      .command(type)
      .description(eventTriggers[type].summary)
      .action(async () => {
        const api = { ...openApi(environment), sandbox: () => openSandbox(environment) };
        if (!(await triggerEvent(api, type, print))) exit(1);
      });
}

/** Adds `pas trigger import`. */
export function addImport(group: Command, { environment, print, exit }: CommandContext): void {
  group
    .command('import')
    .description('plan and commit an import of residents, and show its totals (PAS_URL, PAS_API_KEY)')
    .option('--file <path>', 'a CSV file; default three made-up residents')
    .option('--property <id>', 'the property; default one of its own')
    .action(async ({ file, property }: { file?: string; property?: string }) => {
      const api = openApi(environment);
      requireTestEnvironment(api);
      const propertyId = property ?? (await ensureProperty(api.client));
      const { id, status, totals } = await runImport(api.client, { propertyId, ...(file && { file }) });
      print(`import ${id} ${status}`);
      for (const [name, count] of Object.entries(totals)) if (count > 0) print(`${name}: ${count}`);
      if (status !== 'COMMITTED') exit(1);
    });
}
