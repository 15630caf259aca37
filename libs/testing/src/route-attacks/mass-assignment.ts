import { expect, test } from 'vitest';
import type { UnknownInput } from '@pas/platform/http/parse-input';
import { inputSchemaOf, pathOf, sampleBody, type Fields, type InputSchema } from './sample-input.ts';
import { named, strike, type Target } from './strike.ts';

interface MassAssignmentSuite extends Target {
  /** What the service does with fields that nobody declares. */
  unknownInput: UnknownInput;
}

/** Refused wherever they can't be set, even where unknown fields are ignored. */
const guarded = ['id', '_id', 'tenantId', 'kind', 'role', 'status', 'email', 'scopes', 'version'];

/** What else only the service sets, and what an object is born with. */
const others = ['createdAt', 'isLive', 'labelKey', 'accountId', '__proto__', 'constructor', 'prototype'];

/** A body's objects by their dotted place, the body itself at ''. */
function objectsOf(schema: InputSchema, at = ''): [string, string[]][] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const object = [field, ...(field.anyOf ?? [])].find(({ type }) => type === 'object');
    return object ? objectsOf(object, name) : [];
  });
  return [[at, Object.keys(schema.properties ?? {})], ...inner];
}

/** JSON with a field of any name, which an object of ours could not have. */
const jsonOf = (fields: readonly [string, unknown][]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${String(value)}`).join(',')}}`;

/** Claims fields in one object of a body. */
function overreach(sample: Fields, at: string, claimed: readonly string[]): string {
  const claims = claimed.map((field): [string, string] => [field, '"theirs"']);
  const given = Object.entries(sample).map(([name, value]): [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  if (at === '') return jsonOf([...given, ...claims]);
  return jsonOf([...given.filter(([name]) => name !== at), [at, jsonOf(claims)]]);
}

/** Tests that nobody sets what only the service sets (OWASP API3:2023), by body or query. */
export function testMassAssignment(suite: MassAssignmentSuite): void {
  const writing = suite.routes.filter(({ method }) => method !== 'get');
  const isStrict = suite.unknownInput === 'refuse';
  const settable = writing.filter(({ body }) => isStrict || body !== undefined);

  test.each(named(settable))(
    '%s: what only the service sets is refused by its name',
    async (_name, route) => {
      for (const [at, declared] of objectsOf(route.body ? inputSchemaOf(route.body) : {})) {
        const claimed = [...guarded, ...others].filter((field) => !declared.includes(field));
        const refused = isStrict ? claimed : guarded.filter((field) => claimed.includes(field) && at === '');
        if (refused.length === 0) continue;
        const text = overreach(sampleBody(route) ?? {}, at, claimed);
        const { status, errors } = await strike(suite, route, { path: pathOf(route), text });
        expect(status).toBe(422);
        const unknown = errors.filter(({ code }) => code === 'unknown_field').map(({ path }) => path);
        expect(new Set(unknown)).toEqual(
          new Set(refused.map((field) => (at === '' ? field : `${at}.${field}`))),
        );
      }
      expect(({} as Record<string, unknown>)['theirs']).toBeUndefined();
    },
  );
}
