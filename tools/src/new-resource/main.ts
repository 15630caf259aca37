import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameForms } from './name-forms.ts';
import { writeResource } from './write-resource.ts';

const usage = `Creates a new admin resource: a model, a list, a get, a create, an event and a test.

Usage: pnpm new:resource NAME [--area AREA] [--prefix PREFIX]

  NAME    plural in kebab case, such as leases
  AREA    event area (default onboarding)
  PREFIX  prefix of ids (default: singular)

The areas are the files of libs/shared/src/events/areas.`;
const root = join(import.meta.dirname, '../../..');

/** Reads the command line. @throws Error for an unknown argument or option */
function readCommandLine() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      area: { type: 'string', default: 'onboarding' },
      prefix: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [name, ...others] = positionals;
  if (values.help || name === undefined || others.length > 0) throw new Error(usage);
  const forms = nameForms(name, values.area);
  return { ...forms, 'id-prefix': values.prefix ?? forms['snake-singular']?.replaceAll('_', '') ?? '' };
}

try {
  const { files, lists } = writeResource(root, readCommandLine());
  execFileSync('pnpm', ['exec', 'oxfmt', ...files], { cwd: root, stdio: 'ignore' });
  const entered = lists.map((list) => `${list} (changed)`);
  console.log([...files, ...entered, '', 'Next: run pnpm generate, then script/test.'].join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
