import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { findRepeatedSecrets } from './repeated-secrets.ts';
import { ruleOf } from './rules.ts';

/** All faults of a configuration, by variable name. The message contains no values. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    // The reader is an operator, whom the stack does not help.
    this.stack = `${this.name}: ${this.message}`;
  }
}

type Environment = Record<string, string | undefined>;

/** Faults by the name of their variable. The empty name stands for a rule over several variables. */
type Faults = Map<string, string[]>;

const add = (faults: Faults, name: string, fault: string): void =>
  void faults.set(name, [...(faults.get(name) ?? []), fault]);

/** An empty variable counts as not set, because compose files and shells cannot unset a variable. */
const unlessBlank = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** Reads the variable, or the file that `<NAME>_FILE` names: secret stores mount secrets as files. */
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

/** Adds the faults that the schema finds: malformed and missing variables. */
function addIssues(
  issues: readonly z.core.$ZodIssue[],
  input: Readonly<Record<string, string>>,
  faults: Faults,
): void {
  for (const { path, message } of issues) {
    const [name = ''] = path.map(String);
    if (name === '') add(faults, name, message);
    else if (input[name] !== undefined) add(faults, name, `${path.map(String).join('.')}: ${message}`);
    else if (!faults.has(name)) add(faults, name, `${name}: is missing.`);
  }
}

/** Node reads this variable itself, for all connections of the process. */
const uncheckedCertificates = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** Checks the variables against the rules of their fields. A malformed variable has its fault already. */
function applyRules(
  fields: Readonly<Record<string, unknown>>,
  all: Readonly<Record<string, string>>,
  { faults, isProduction }: { faults: Faults; isProduction: boolean },
): void {
  for (const [name, field] of Object.entries(fields)) {
    if (faults.has(name)) continue;
    const found = ruleOf(field as z.ZodType)?.findFaults({ text: all[name], all, isProduction }) ?? [];
    for (const fault of found) add(faults, name, `${name}: ${fault}`);
  }
  if (!isProduction) return;
  for (const [name, fault] of findRepeatedSecrets(fields, all)) add(faults, name, `${name}: ${fault}`);
}

/**
 * Reads a service's configuration once, at the start. With `NODE_ENV=production` it also applies the rules of the
 * fields (`rules.ts`). They refuse plain connections, and weak and repeated secrets.
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
  const isProduction = (input['NODE_ENV'] ?? environment['NODE_ENV']) === 'production';
  if (isProduction && environment[uncheckedCertificates] === '0') {
    add(faults, uncheckedCertificates, `${uncheckedCertificates}: accepts any certificate. Remove it.`);
  }
  const parsed = schema.safeParse(input);
  addIssues(parsed.error?.issues ?? [], input, faults);
  applyRules(schema.shape, input, { faults, isProduction });
  if (faults.size > 0 || !parsed.success) throw new ConfigError([...faults.values()].flat());
  return Object.freeze(parsed.data);
}
