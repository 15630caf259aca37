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

/** The texts of the default run: each kind of work whose cost has exceeded its length. */
const shortList: readonly string[] = [
  'capital T',
  'spaces',
  'digits',
  'labels',
  'punycode labels',
  'marks in disorder',
  'long ligatures',
  'fractions',
];

const isLong = drillSize({ short: 0, long: 1 }) === 1;
/** The bytes of all texts in one body, as written in JSON. */
const textBytes = drillSize({ short: 96 * 1024, long: 1000 * 1024 });

const texts = [
  ...Object.entries(hostileTexts).filter(([name]) => isLong || shortList.includes(name)),
  ...randomTexts(drillSize({ short: 2, long: 60 })).map((make, index) => [`random ${index}`, make] as const),
];

/** Maximum values of a body. More are refused before any schema reads them. */
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

/** Makes a value of a schema's shape with equal texts and lists of one item. */
function shapeOf(schema: InputSchema, text: unknown): unknown {
  const [first = schema] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (first.properties)
    return Object.fromEntries(
      Object.entries(first.properties).map(([name, field]) => [name, shapeOf(field, text)]),
    );
  return first.type === 'array' && first.items ? [shapeOf(first.items, text)] : text;
}

/** Makes the text for a number of fields that share the bytes of one body. */
function sharedText(make: MakeText, fields: number): string {
  const sample = make(1000);
  const written = Buffer.byteLength(JSON.stringify(sample)) / Buffer.byteLength(sample);
  return make(Math.floor(textBytes / written / fields));
}

const countTexts = (shape: unknown): number => JSON.stringify(shape).split('""').length - 1;

/** Lists the values to try in a field, by name: as the whole value, and in all of its parts. */
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

/** Reads a body as a route does, up to its refusal. */
function readBody(read: InputReader, kind: 'json' | 'form', bytes: Buffer): void {
  const value = parseJson(bytes, maxValues);
  const input = read({ params: {}, query: {}, body: { kind, value } });
  if (input.problems.length === 0) return;
  JSON.stringify(invalid([...input.problems]).details);
  input.validPart();
}

/** Reads a query as a route does. */
function readQuery(read: InputReader, query: Record<string, string>): void {
  const input = read({ params: {}, query, body: undefined });
  if (input.problems.length > 0) JSON.stringify(invalid([...input.problems]).details);
}

/** Yields the bodies to try: each field with each value, with a sample of the other fields. */
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

/** The maximum length of a query in a request line. */
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

/** Tests that no value in a body or query exceeds the processor time of a route, from parsing to refusal. */
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
