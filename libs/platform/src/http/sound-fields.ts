import type { z } from 'zod';

/**
 * Parses the fields of an object that has problems, each field by itself.
 *
 * @returns the fields that are sound, and the defaults of those that are absent; a field with a problem is left out
 */
export function soundFields(
  shape: Readonly<Record<string, z.ZodType>>,
  sent: unknown,
): Record<string, unknown> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return {};
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const value: unknown = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined;
    const parsed = schema.safeParse(value);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

/** What zod knows while it decides whether a rule of an object is judged. */
interface Parsing {
  value: unknown;
  issues: readonly { path?: PropertyKey[] | undefined }[];
}

/**
 * Has a rule over several fields judged although other fields have problems: its `when`. Without it, zod judges such a
 * rule only where every field is sound, and a client learns of the rule after it has corrected the rest.
 *
 * @param names the fields that the rule is about, which have to be sound
 */
export function whenSound(...names: readonly string[]): (parsing: Parsing) => boolean {
  return ({ value, issues }) =>
    typeof value === 'object' &&
    value !== null &&
    !issues.some(({ path }) => path !== undefined && names.includes(String(path[0])));
}
