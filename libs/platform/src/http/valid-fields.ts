import type { z } from 'zod';

/**
 * Parses the fields of an object that has problems, each field by itself.
 *
 * @returns the valid fields and the defaults of missing ones, without the fields that have problems
 */
export function validFields(
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

/** State in which zod decides whether it applies a rule of an object. */
interface ParseState {
  value: unknown;
  issues: readonly { path?: PropertyKey[] | undefined }[];
}

/**
 * Makes the `when` of a rule over several fields, so that zod applies it although other fields have problems. By
 * default zod applies such a rule only if every field is valid. A client would then learn of it only after correcting
 * the rest.
 *
 * @param names the fields of the rule, which must be valid
 */
export function whenValid(...names: readonly string[]): (parsing: ParseState) => boolean {
  return ({ value, issues }) =>
    typeof value === 'object' &&
    value !== null &&
    !issues.some(({ path }) => path !== undefined && names.includes(String(path[0])));
}
