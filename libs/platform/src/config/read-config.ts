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

/** What is wrong, by the name of the variable; the empty name is a rule over several. */
type Faults = Map<string, string[]>;

const add = (faults: Faults, name: string, fault: string): void =>
  void faults.set(name, [...(faults.get(name) ?? []), fault]);

/** An empty variable counts as not set, because compose files and shells cannot unset a variable. */
const unlessBlank = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** Takes the variable, or the content of the file that `<NAME>_FILE` names (how secret stores mount secrets). */
function readVariable(name: string, environment: Environment, faults: Faults): string | undefined {
  const value = unlessBlank(environment[name]);
  const file = unlessBlank(environment[`${name}_FILE`]);
  if (file === undefined) return value;
  if (value !== undefined) {
    add(faults, name, `${name}: is set twice, here and in ${name}_FILE. Remove one of them.`);
  }
  try {
    return unlessBlank(readFileSync(file, 'utf8').trimEnd());
  } catch {
    add(faults, name, `${name}_FILE: names a file that can’t be read.`);
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
  const faults: Faults = new Map();
  const input: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = readVariable(name, environment, faults);
    if (value !== undefined) input[name] = value;
  }
  const parsed = schema.safeParse(input);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [name = ''] = path.map(String);
    if (name === '') add(faults, name, message);
    else if (input[name] !== undefined) add(faults, name, `${path.map(String).join('.')}: ${message}`);
    else if (!faults.has(name)) add(faults, name, `${name}: is missing.`);
  }
  if (faults.size > 0 || !parsed.success) throw new ConfigError([...faults.values()].flat());
  return Object.freeze(parsed.data);
}
