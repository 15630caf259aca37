import type { createDocument } from 'zod-openapi';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The part of JSON Schema that zod writes. */
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

interface BodyDescription {
  content?: Record<string, Media>;
}

/** Resolves a reference to its schema. */
type Resolve = (schema: JsonSchema) => JsonSchema;

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  uri: 'https://portal.example.test/',
  binary: '(bytes)',
};

/** Returns a value that the schema states: an example, a constant, the first choice, or the default. */
function statedValue(schema: JsonSchema): unknown {
  const { example, examples, const: constant, enum: choices, default: usual } = schema;
  return [example, examples?.[0], constant, choices?.[0], usual].find((value) => value !== undefined);
}

function exampleOfObject({ properties = {} }: JsonSchema, resolve: Resolve): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, resolve)]),
  );
}

/** Returns an example of the first alternative that is not `null` and has one. */
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
 * Builds a valid value of a schema from its examples, with all fields of an object.
 *
 * @returns undefined for a text without any example
 */
function exampleOf(schema: JsonSchema, resolve: Resolve): unknown {
  const resolved = resolve(schema);
  const stated = statedValue(resolved);
  if (stated !== undefined) return stated;
  const choices = resolved.anyOf ?? resolved.oneOf;
  return choices ? exampleOfChoice(choices, resolve) : exampleOfType(resolved, resolve);
}

/** Adds an example to each body of requests and answers without one, for readers and mock servers. */
export function writeExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
  const resolve: Resolve = (schema) =>
    schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const complete = ({ content = {} }: BodyDescription): void => {
    for (const media of Object.values(content)) {
      if (media.example !== undefined || !media.schema) continue;
      const example = exampleOf(media.schema, resolve);
      if (example !== undefined) media.example = example;
    }
  };
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path as Record<string, unknown>)) {
      const { requestBody, responses = {} } = operation as {
        requestBody?: BodyDescription;
        responses?: Record<string, BodyDescription>;
      };
      if (requestBody) complete(requestBody);
      for (const response of Object.values(responses)) complete(response);
    }
  }
  return document;
}
