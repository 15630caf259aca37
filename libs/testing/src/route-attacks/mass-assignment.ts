import { expect, test } from 'vitest';
import type { Route } from '@pas/platform/http/define-route';
import type { UnknownInput } from '@pas/platform/http/parse-input';
import { bodyFormsOf, type BodyForm, type SentBody } from './body-forms.ts';
import { inputSchemaOf, nameOf, pathOf, sampleFields, type InputSchema } from './sample-input.ts';
import { strike, type Target } from './strike.ts';

interface MassAssignmentSuite extends Target {
  /** The service's treatment of undeclared fields. */
  unknownInput: UnknownInput;
}

/** Fields that are refused unless declared, even if unknown fields are ignored. */
const guarded = ['id', '_id', 'tenantId', 'kind', 'role', 'status', 'email', 'scopes', 'version'];

/** Further fields that only the service sets, and members that every object inherits. */
const others = ['createdAt', 'isLive', 'labelKey', 'accountId', '__proto__', 'constructor', 'prototype'];

/** Lists the objects of a body with their fields, by dotted path; the body itself is ''. */
function objectsOf(schema: InputSchema, at = ''): [string, string[]][] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    // A record has no declared fields: its names are values.
    const object = [field, ...(field.anyOf ?? [])].find(
      ({ type, properties }) => type === 'object' && properties !== undefined,
    );
    return object ? objectsOf(object, at === '' ? name : `${at}.${name}`) : [];
  });
  return [[at, Object.keys(schema.properties ?? {})], ...inner];
}

/** Claims fields in one object of a body. `Object.fromEntries` keeps a field called `__proto__`. */
function overreach(form: BodyForm, at: string, claimed: readonly string[]): SentBody {
  const claims = claimed.map((field): [string, unknown] => [field, 'theirs']);
  const given = Object.entries(form.schema ? sampleFields(form.schema) : {});
  if (at === '') return form.write([...given, ...claims]);
  const [first = '', ...inner] = at.split('.');
  const nested = inner.reduceRight<unknown>((held, name) => ({ [name]: held }), Object.fromEntries(claims));
  return form.write([...given.filter(([name]) => name !== first), [first, nested]]);
}

/** The form of a route without a body: JSON is still read, and all of its fields are refused. */
const noFields: BodyForm = {
  kind: 'json',
  schema: null,
  write: (fields) => ({ type: 'application/json', text: JSON.stringify(Object.fromEntries(fields)) }),
};

/** Lists the bodies in which fields can be claimed. */
function claimableForms(route: Route, isStrict: boolean): BodyForm[] {
  if (route.body === undefined) return isStrict ? [noFields] : [];
  return bodyFormsOf(route).filter(({ schema }) => schema !== null);
}

/** Tests that no caller can set the fields of the service (OWASP API3:2023), in any kind of body. */
export function testMassAssignment(suite: MassAssignmentSuite): void {
  const isStrict = suite.unknownInput === 'refuse';
  // Pages ignore unknown fields.
  const writing = suite.routes.filter(({ method, answers }) => method !== 'get' && answers !== 'page');
  const cases = writing.flatMap((route) =>
    claimableForms(route, isStrict).map((form): [string, Route, BodyForm] => [nameOf(route), route, form]),
  );

  test.each(cases)(
    '%s: fields that only the service sets are refused by name',
    async (_name, route, form) => {
      for (const [at, declared] of objectsOf(form.schema ? inputSchemaOf(form.schema) : {})) {
        const claimed = [...guarded, ...others].filter((field) => !declared.includes(field));
        const refused = isStrict ? claimed : guarded.filter((field) => claimed.includes(field) && at === '');
        // A form contains only texts, so nothing can be claimed within its fields.
        if (refused.length === 0 || (at !== '' && form.kind !== 'json')) continue;
        const { status, errors } = await strike(suite, route, {
          path: pathOf(route),
          ...overreach(form, at, claimed),
        });
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
