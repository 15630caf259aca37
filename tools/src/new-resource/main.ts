import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameForms } from './name-forms.ts';
import { writeResource } from './write-resource.ts';

const usage = 'Usage: pnpm new:resource <plural in kebab case> [--area onboarding] [--prefix lease]';
const root = join(import.meta.dirname, '../../..');

/** Reads the command line. @throws Error for a word or option that isn't known */
function readCommandLine() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { area: { type: 'string', default: 'onboarding' }, prefix: { type: 'string' } },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new Error(usage);
  const forms = nameForms(name, values.area);
  return { ...forms, 'id-prefix': values.prefix ?? forms['snake-singular']?.replaceAll('_', '') ?? '' };
}

try {
  const written = writeResource(root, readCommandLine());
  execFileSync('pnpm', ['exec', 'oxfmt', ...written], { cwd: root, stdio: 'ignore' });
  console.log([...written, '', 'Now: pnpm generate, then script/test.'].join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
