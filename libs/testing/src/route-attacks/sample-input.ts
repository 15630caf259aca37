import { z } from 'zod';
import { bodySchemasOf } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';

/** As much of JSON Schema as zod writes for inputs. */
export interface InputSchema {
  type?: string;
  example?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  properties?: Record<string, InputSchema>;
  required?: readonly string[];
  items?: InputSchema;
  anyOf?: readonly InputSchema[];
}

/** The fields of an object. */
export type Fields = Record<string, unknown>;

/** A route as people name it: `GET /api/admin/units/{id}`. */
export const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** Describes what a schema takes; what JSON Schema has no words for is left open. */
export function inputSchemaOf(schema: z.ZodType): InputSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema;
}

/** The names of a path's parameters, `{id}` as `id`. */
export function pathParameters({ path }: Route): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function sampleObject({ properties = {}, required = [] }: InputSchema): Fields {
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
}

const samplesByType: Readonly<Record<string, (schema: InputSchema) => unknown>> = {
  object: sampleObject,
  array: ({ minItems = 0, items = {} }) => Array.from({ length: minItems }, () => sampleOf(items)),
  string: ({ minLength = 1 }) => 'x'.repeat(minLength),
  boolean: () => true,
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
};

/** A value that a schema takes: its example where it has one, and of an object the required fields alone. */
function sampleOf(schema: InputSchema): unknown {
  const { example, type = '', anyOf } = schema;
  const [given] = [example, schema.const, schema.enum?.[0]].filter((value) => value !== undefined);
  if (given !== undefined) return given;
  return anyOf?.[0] ? sampleOf(anyOf[0]) : samplesByType[type]?.(schema);
}

/** The fields that a schema requires, with values that it takes; their ids are of no row. */
export const sampleFields = (schema: z.ZodObject): Fields => sampleOf(inputSchemaOf(schema)) as Fields;

/** The fields of a body that a route takes, or undefined where it takes none; of several kinds of body the first one's. */
export function sampleBody(route: Route): Fields | undefined {
  const [schema] = bodySchemasOf(route);
  return schema && sampleFields(schema);
}

/** A value of no row for a path parameter. */
function sampleParameter({ params }: Route, name: string): string {
  const schema = params?.[name];
  return String(schema ? sampleOf(inputSchemaOf(schema)) : 'x');
}

/** A route's path with its parameters filled in, those not given by values of no row. */
export function pathOf(route: Route, given: Readonly<Record<string, string>> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(given[name] ?? sampleParameter(route, name)),
  );
}
