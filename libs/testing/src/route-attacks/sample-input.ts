import { z } from 'zod';
import { bodySchemasOf } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';

/** The part of JSON Schema that zod writes for inputs. */
export interface InputSchema {
  type?: string;
  example?: unknown;
  /** The name of a definition, for a schema with an id. */
  $ref?: string;
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

/** Returns the readable name of a route: `GET /api/admin/units/{id}`. */
export const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** Returns the same JSON with the definition in place of each reference. */
function withDefinitions(part: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(part)) return part.map((each) => withDefinitions(each, definitions));
  if (part === null || typeof part !== 'object') return part;
  const { $ref, ...own } = part as InputSchema;
  const name = $ref?.slice('#/$defs/'.length) ?? '';
  const whole = { ...(definitions[name] as object | undefined), ...own };
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [key, withDefinitions(value, definitions)]),
  );
}

/** Describes the input of a schema. Parts that JSON Schema cannot express are left open. */
export function inputSchemaOf(schema: z.ZodType): InputSchema {
  const { $defs = {}, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return withDefinitions(described, $defs) as InputSchema;
}

/** Lists the names of a path's parameters, `{id}` as `id`. */
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

/** Makes a value that a schema accepts: its example if it has one. An object gets only the required fields. */
function sampleOf(schema: InputSchema): unknown {
  const { example, type = '', anyOf } = schema;
  const [given] = [example, schema.const, schema.enum?.[0]].filter((value) => value !== undefined);
  if (given !== undefined) return given;
  return anyOf?.[0] ? sampleOf(anyOf[0]) : samplesByType[type]?.(schema);
}

/** Returns the required fields of a schema with valid values. Their ids belong to no row. */
export const sampleFields = (schema: z.ZodObject): Fields => sampleOf(inputSchemaOf(schema)) as Fields;

/** Returns sample fields of a route's body; undefined without one. The first of several kinds of body counts. */
export function sampleBody(route: Route): Fields | undefined {
  const [schema] = bodySchemasOf(route);
  return schema && sampleFields(schema);
}

/** Returns a value for a path parameter that belongs to no row. */
function sampleParameter({ params }: Route, name: string): string {
  const schema = params?.[name];
  return String(schema ? sampleOf(inputSchemaOf(schema)) : 'x');
}

/** Returns a route's path with its parameters filled in. Missing ones get values that belong to no row. */
export function pathOf(route: Route, given: Readonly<Record<string, string>> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(given[name] ?? sampleParameter(route, name)),
  );
}
