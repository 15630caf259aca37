import type { z } from 'zod';
import { ruleOf } from './rules.ts';

/** Returns the purpose of a variable: its name, without the ending by which the halves of a key pair differ. */
const purposeOf = (name: string): string => name.replace(/_(PRIVATE|PUBLIC)_KEYS?$/, '');

/**
 * Finds secrets that serve two purposes. A leak of such a secret harms both.
 *
 * @returns the later variable of each pair, with its fault
 */
export function findRepeatedSecrets(
  fields: Readonly<Record<string, unknown>>,
  all: Readonly<Record<string, string>>,
): [name: string, fault: string][] {
  const owners = new Map<string, string>();
  const faults: [string, string][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const text = all[name];
    const rule = ruleOf(field as z.ZodType);
    if (text === undefined || !rule?.secretsIn) continue;
    const doubles = new Set<string>();
    for (const secret of new Set(rule.secretsIn(text))) {
      const owner = owners.get(secret);
      if (owner === undefined) owners.set(secret, name);
      else if (purposeOf(owner) !== purposeOf(name)) doubles.add(owner);
    }
    for (const owner of doubles) faults.push([name, `is the same as ${owner}. Make one of its own.`]);
  }
  return faults;
}
