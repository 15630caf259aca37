import { invalid } from '@pas/platform/errors/raise';
import { bodyKindsOf, sentObject } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { parseJson } from '@pas/platform/http/parse-body';
import { inputReader, type InputReader, type UnknownInput } from '@pas/platform/http/parse-input';
import { expect, test } from 'vitest';
import { drillSize } from '../drill-size.ts';
import { inputSchemaOf, sampleFields, type Fields, type InputSchema } from '../route-attacks/sample-input.ts';
import { named } from '../route-attacks/strike.ts';
import { hostileTexts, randomTexts, type MakeText } from './hostile-texts.ts';
import { maxProcessorMs, measureCost } from './measure-cost.ts';

interface CostSuite {
  routes: readonly Route[];
  unknownInput: UnknownInput;
}

/** The texts of the default run: each kind of work that has cost more than its length. */
const shortList: readonly string[] = [
  'capital T',
  'blanks',
  'digits',
  'labels',
  'punycode labels',
  'marks in disorder',
  'long ligatures',
  'fractions',
];

const isLong = drillSize({ short: 0, long: 1 }) === 1;
/** The texts of one body, as they are written in JSON. */
const textBytes = drillSize({ short: 96 * 1024, long: 1000 * 1024 });

const texts = [
  ...Object.entries(hostileTexts).filter(([name]) => isLong || shortList.includes(name)),
  ...randomTexts(drillSize({ short: 2, long: 60 })).map((make, index) => [`random ${index}`, make] as const),
];

/** More values than a body may hold are refused before any schema reads them. */
const maxValues = 20_000;

const listOf = (item: unknown, length: number): unknown[] => Array.from({ length }, () => item);

const collections: readonly (readonly [string, unknown])[] = [
  ['a list of zeros', listOf(0, 19_000)],
  ['a list of nulls', listOf(null, 19_000)],
  ['a list of empty texts', listOf('', 19_000)],
  ['a list of objects', listOf({}, 9000)],
  ['a list of unknown fields', listOf({ nobody: 1 }, 9000)],
  ['an object of many names', Object.fromEntries(listOf(0, 19_000).map((zero, at) => [`k${at}`, zero]))],
];

/** A value of a schema's shape whose texts are all the same; a list has one item. */
function shapeOf(schema: InputSchema, text: unknown): unknown {
  const [first = schema] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (first.properties)
    return Object.fromEntries(
      Object.entries(first.properties).map(([name, field]) => [name, shapeOf(field, text)]),
    );
  return first.type === 'array' && first.items ? [shapeOf(first.items, text)] : text;
}

/** Makes the text of so many fields that share the bytes of one body. */
function sharedText(make: MakeText, fields: number): string {
  const sample = make(1000);
  const written = Buffer.byteLength(JSON.stringify(sample)) / Buffer.byteLength(sample);
  return make(Math.floor(textBytes / written / fields));
}

const countTexts = (shape: unknown): number => JSON.stringify(shape).split('""').length - 1;

/** The values to try in a field, by name: as the whole of it, and in all of its parts. */
function valuesFor(schema: InputSchema): (readonly [string, () => unknown])[] {
  const parts = countTexts(shapeOf(schema, ''));
  const wholes = texts.map(([name, make]) => [name, () => sharedText(make, 1)] as const);
  const within = texts.map(
    ([name, make]) => [`${name} within`, () => shapeOf(schema, sharedText(make, parts))] as const,
  );
  const isFlat = shapeOf(schema, '') === '';
  return [
    ...wholes,
    ...(isFlat ? [] : within),
    ...collections.map(([name, value]) => [name, () => value] as const),
  ];
}

/** Reads a body as a route does, to the refusal that it deserves. */
function readBody(read: InputReader, kind: 'json' | 'form', bytes: Buffer): void {
  const value = parseJson(bytes, maxValues);
  const input = read({ params: {}, query: {}, body: { kind, value } });
  if (input.problems.length === 0) return;
  JSON.stringify(invalid([...input.problems]).details);
  input.sound();
}

/** Reads a query as a route does. */
function readQuery(read: InputReader, query: Record<string, string>): void {
  const input = read({ params: {}, query, body: undefined });
  if (input.problems.length > 0) JSON.stringify(invalid([...input.problems]).details);
}

/** The bodies to try: each field with each value, beside a sample of the others. */
function* bodiesOf(route: Route, seen: Set<string>): Generator<[string, Fields]> {
  const { json, form } = bodyKindsOf(route);
  const schema = json?.schema ?? form?.schema;
  if (!schema) return;
  const { properties = {} } = inputSchemaOf(sentObject(schema));
  const sample = sampleFields(sentObject(schema));
  for (const [field, fieldSchema] of Object.entries(properties)) {
    const key = `${field} ${JSON.stringify(fieldSchema)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const [name, make] of valuesFor(fieldSchema))
      yield [`${field}: ${name}`, { ...sample, [field]: make() }];
  }
}

/** The characters of a query that the request line has room for. */
const queryLength = 8 * 1024;

function testQueries({ routes, unknownInput }: CostSuite): void {
  const listing = routes.filter(({ query = {} }) => Object.keys(query).length > 0);
  test.each(named(listing))(`%s: no query costs more than ${maxProcessorMs} ms`, (_name, route) => {
    const read = inputReader(route, unknownInput);
    const [many, names] = [{ length: queryLength / 4 }, Object.keys(route.query ?? {})];
    const queries = texts.flatMap(([name, make]) =>
      names.map((field) => [`${field}: ${name}`, { [field]: make(queryLength) }] as const),
    );
    const unknown = Object.fromEntries(Array.from(many, (_, index) => [index.toString(36), '']));
    for (const [name, query] of [...queries, ['unknown names', unknown] as const]) {
      const { processorMs, status } = measureCost(() => readQuery(read, query));
      expect([name, status, processorMs < maxProcessorMs]).toEqual([name, 200, true]);
    }
  });
}

/** Tests that no value of a body or of a query costs a route more processor time than it may, from its bytes to its refusal. */
export function testRouteCosts({ routes, unknownInput }: CostSuite): void {
  testQueries({ routes, unknownInput });
  const seen = new Set<string>();
  const taking = routes.filter((route) => bodyKindsOf(route).json ?? bodyKindsOf(route).form);

  test.each(named(taking))(`%s: no body costs more than ${maxProcessorMs} ms`, (_name, route) => {
    const read = inputReader(route, unknownInput);
    const kind = bodyKindsOf(route).json ? 'json' : 'form';
    for (const [name, fields] of bodiesOf(route, seen)) {
      const bytes = Buffer.from(JSON.stringify(fields));
      const { processorMs, status } = measureCost(() => readBody(read, kind, bytes));
      expect([name, status < 500, processorMs < maxProcessorMs]).toEqual([name, true, true]);
    }
  });
}
