import { bodyKindsOf, sentObject } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { bodyFormsOf } from './body-forms.ts';
import { hostileTexts, operators } from './hostile-values.ts';
import { idSlotsOf, ownPathOf } from './id-slots.ts';
import { nameOf, sampleFields, type Fields } from './sample-input.ts';
import { named, strike, type Target } from './strike.ts';

interface FaultSuite extends Target {
  /**
   * Fields whose check depends on others. The key is route and field, such as `POST /api/admin/units label`. The value
   * lists the fields that must be valid.
   */
  judgedWith?: Readonly<Record<string, readonly string[]>>;
}

/** A field of a route's query or body. */
interface Field {
  location: 'query' | 'body';
  name: string;
  schema: z.ZodType;
}

/** A refused value of a field. */
interface RefusedValue {
  field: Field;
  value: unknown;
}

/** Values that a schema may accept and the operation refuses: an invalid phone, a past time, an unavailable channel. */
const doubtfulValues: readonly unknown[] = [
  'front desk',
  '12' + '3'.repeat(18),
  '2001-01-01T00:00:00Z',
  '1969-01-01T00:00:00Z',
  '9999-12-01T00:00:00Z',
  ['SMS'],
  ['EMAIL'],
];

function fieldsOf(route: Route): Field[] {
  const json = bodyKindsOf(route).json?.schema;
  const ofShape = (location: Field['location'], shape: Readonly<Record<string, z.ZodType>>): Field[] =>
    Object.entries(shape).map(([name, schema]) => ({ location, name, schema }));
  const body = json ? (sentObject(json).shape as Readonly<Record<string, z.ZodType>>) : {};
  return [...ofShape('query', route.query ?? {}), ...ofShape('body', body)];
}

/** Finds a value that a field's schema refuses; null if it accepts all. */
function refusedBySchema(field: Field): RefusedValue | null {
  const values = field.location === 'query' ? hostileTexts.filter((text) => text !== '') : operators;
  const value = values.find((each) => !field.schema.safeParse(each).success);
  return value === undefined ? null : { field, value };
}

/** Makes a valid body from samples and ids of own rows. */
function validBody(route: Route, own: Readonly<Record<string, string>>): Fields {
  const json = bodyKindsOf(route).json?.schema;
  const sample = json ? sampleFields(sentObject(json)) : {};
  const ids = idSlotsOf(route, []).flatMap(({ location, name, kind, isList }) => {
    const id = own[kind];
    return location === 'body' && id !== undefined && Object.hasOwn(sample, name)
      ? [[name, isList ? [id] : id]]
      : [];
  });
  return { ...sample, ...(Object.fromEntries(ids) as Fields) };
}

/** Sends values in some fields, and returns the fields with errors in the answer. */
async function blame(suite: FaultSuite, route: Route, planted: readonly RefusedValue[]) {
  const valuesIn = (location: Field['location']): [string, unknown][] =>
    planted.filter(({ field }) => field.location === location).map(({ field, value }) => [field.name, value]);
  const query = new URLSearchParams(valuesIn('query') as [string, string][]).toString();
  const path = ownPathOf(route, suite.own()) + (query === '' ? '' : `?${query}`);
  const body = { ...validBody(route, suite.own()), ...Object.fromEntries(valuesIn('body')) };
  const form = bodyFormsOf(route).find(({ kind }) => kind === 'json');
  const { status, code, errors } = await strike(suite, route, { path, ...form?.write(Object.entries(body)) });
  return { status, code, names: new Set(errors.map((problem) => problem.path.split('.')[0] ?? '')) };
}

/** Finds the values that the schemas of fields accept and the operation refuses. */
async function refusedByWork(
  suite: FaultSuite,
  route: Route,
  fields: readonly Field[],
): Promise<RefusedValue[]> {
  const refused: RefusedValue[] = [];
  for (const value of doubtfulValues) {
    const taken = fields
      .filter(
        ({ location, schema }) =>
          (location === 'body' || typeof value === 'string') && schema.safeParse(value).success,
      )
      .map((field) => ({ field, value }));
    // A request that is accepted as a whole has no refused field.
    if (taken.length === 0 || (await blame(suite, route, taken)).status < 400) continue;
    for (const planted of taken) {
      const { status, names } = await blame(suite, route, [planted]);
      if (status === 422 && names.has(planted.field.name)) refused.push(planted);
    }
  }
  return refused;
}

/**
 * Tests that one answer lists all faults of a request, by the field names that the client sent. It first sends all
 * values that schemas refuse. Then it adds each value that only the operation refuses.
 */
export function testAllFaults(suite: FaultSuite): void {
  const { judgedWith = {} } = suite;
  const routes = suite.routes.filter((route) => route.answers !== 'page' && fieldsOf(route).length > 1);

  test.each(named(routes))('%s: one answer lists all faults', async (_name, route) => {
    const fields = fieldsOf(route);
    const shallow = fields.map(refusedBySchema).filter((planted) => planted !== null);
    const all = await blame(suite, route, shallow);
    expect(all).toMatchObject({ status: 422, code: 'validation_failed' });
    expect([...all.names]).toEqual(expect.arrayContaining(shallow.map(({ field }) => field.name)));
    for (const deep of await refusedByWork(suite, route, fields)) {
      const { name } = deep.field;
      const needed = new Set([name, ...(judgedWith[`${nameOf(route)} ${name}`] ?? [])]);
      const others = shallow.filter((planted) => !needed.has(planted.field.name));
      const { status, names } = await blame(suite, route, [deep, ...others]);
      const expected = [deep, ...others].map((planted) => planted.field.name);
      expect({ value: deep.value, status, missing: expected.filter((each) => !names.has(each)) }).toEqual({
        value: deep.value,
        status: 422,
        missing: [],
      });
    }
  });
}
