import type { createDocument } from 'zod-openapi';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

/** As much of JSON Schema as zod writes. */
interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  example?: unknown;
  examples?: readonly unknown[];
  default?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
}

interface Media {
  schema?: JsonSchema;
  example?: unknown;
}

interface Described {
  content?: Record<string, Media>;
}

/** Finds the schema that a reference names. */
type Resolve = (schema: JsonSchema) => JsonSchema;

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  uri: 'https://portal.example.test/',
  binary: '(bytes)',
};

/** What a schema says about its own value: an example, a constant, the first of its choices, or its default. */
function statedValue(schema: JsonSchema): unknown {
  const { example, examples, const: constant, enum: choices, default: usual } = schema;
  return [example, examples?.[0], constant, choices?.[0], usual].find((value) => value !== undefined);
}

function exampleOfObject({ properties = {} }: JsonSchema, resolve: Resolve): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, resolve)]),
  );
}

/** One of several: the first that is not `null`, unless nothing is known of its value. */
function exampleOfChoice(choices: readonly JsonSchema[], resolve: Resolve): unknown {
  const shown = choices.filter(({ type }) => type !== 'null').map((choice) => exampleOf(choice, resolve));
  return shown.find((value) => value !== undefined) ?? null;
}

function exampleOfType(schema: JsonSchema, resolve: Resolve): unknown {
  const { type, format = '', items, minimum = 0 } = schema;
  if (Array.isArray(type)) return type.includes('null') ? null : undefined;
  if (type === 'object') return exampleOfObject(schema, resolve);
  if (type === 'array') return [exampleOf(items ?? {}, resolve)].filter((item) => item !== undefined);
  if (type === 'string') return byFormat[format];
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? Math.max(minimum, 0) : undefined;
}

/**
 * A value that a schema takes, as its own examples show it; of an object all fields.
 *
 * @returns undefined for a text of which nothing is known
 */
function exampleOf(schema: JsonSchema, resolve: Resolve): unknown {
  const resolved = resolve(schema);
  const stated = statedValue(resolved);
  if (stated !== undefined) return stated;
  const choices = resolved.anyOf ?? resolved.oneOf;
  return choices ? exampleOfChoice(choices, resolve) : exampleOfType(resolved, resolve);
}

/** Gives each body of requests and answers an example, where it has none: readers and mock servers start from it. */
export function writeExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
  const resolve: Resolve = (schema) =>
    schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const complete = ({ content = {} }: Described): void => {
    for (const media of Object.values(content)) {
      if (media.example !== undefined || !media.schema) continue;
      const example = exampleOf(media.schema, resolve);
      if (example !== undefined) media.example = example;
    }
  };
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path as Record<string, unknown>)) {
      const { requestBody, responses = {} } = operation as {
        requestBody?: Described;
        responses?: Record<string, Described>;
      };
      if (requestBody) complete(requestBody);
      for (const response of Object.values(responses)) complete(response);
    }
  }
  return document;
}
