import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Every fault of a configuration at once, by variable name; values are never part of the message. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Record<string, string | undefined>;

/** Takes the variable, or the content of the file that `<NAME>_FILE` names (how secret stores mount secrets). */
function readVariable(name: string, environment: Environment, faults: string[]): string | undefined {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (!file) return value === '' ? undefined : value;
  if (value) faults.push(`${name}: is set twice, here and in ${name}_FILE. Remove one of them.`);
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    faults.push(`${name}_FILE: names a file that can't be read.`);
    return undefined;
  }
}

/**
 * Reads a service's configuration once, at the start.
 *
 * @param schema one flat zod object whose keys are the names of the environment variables
 * @returns the frozen configuration
 * @throws ConfigError that lists every fault
 */
export function readConfig<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const faults: string[] = [];
  const input: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = readVariable(name, environment, faults);
    if (value !== undefined) input[name] = value;
  }
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = issue.path.map(String).join('.');
      faults.push(
        input[name.split('.')[0] ?? ''] === undefined ? `${name}: is missing.` : `${name}: ${issue.message}`,
      );
    }
  }
  if (faults.length > 0 || !parsed.success) throw new ConfigError(faults);
  return Object.freeze(parsed.data);
}
