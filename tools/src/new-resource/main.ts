import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameForms } from './name-forms.ts';
import { writeResource } from './write-resource.ts';

const usage = `Creates a new resource of the Admin API: a model, its routes, events, audit records and tests. Adds it to the
lists of all resources and updates the generated files.

Usage: pnpm new:resource NAME [--area AREA] [--prefix PREFIX]

  NAME    plural in kebab case, such as leases
  AREA    event area (default onboarding)
  PREFIX  prefix of ids (default: singular)

The other areas are access, calls, identity and keys.`;
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
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  run(join(root, 'node_modules/.bin/oxfmt'), [...files, ...lists]);
  run(process.execPath, ['tools/src/generated.ts']);
  run(process.execPath, ['tools/src/openapi/write-api-types.ts']);
  const entered = lists.map((list) => `${list} (changed)`);
  console.log(
    [...files, ...entered, '', 'The generated files are updated. Next: run script/test.'].join('\n'),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
