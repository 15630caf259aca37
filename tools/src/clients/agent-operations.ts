import type { JsonSchema, Operation } from '@pas/mcp/catalogue/operation';
import type { GeneratedFile } from '../generated-file.ts';
import { parametersOf, refName, resolveSchema, type ApiDocument, type Schema } from './api-document.ts';
import { describeAnswer } from './describe-answer.ts';
import { readDescriptions, readMethods, type Method } from './read-methods.ts';

/** A schema with the members that only agents need. */
type DescribedSchema = Schema & {
  allOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
};

/** Members that repeat a rule of the service, or that a model does not need. */
const omitted = new Set(['example', 'examples', 'pattern', 'additionalProperties', 'default', '$schema']);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Copies an object of a schema without references and without the omitted members. */
function inlineObject(document: ApiDocument, schema: Record<string, unknown>): Record<string, unknown> {
  const { $ref, properties, ...rest } = schema;
  const target = typeof $ref === 'string' ? document.components.schemas[refName($ref)] : undefined;
  const members = Object.entries(rest).filter(([name]) => !omitted.has(name) && !name.startsWith('x-'));
  const inlined = (entries: [string, unknown][]): Record<string, unknown> =>
    Object.fromEntries(entries.map(([name, value]) => [name, inline(document, value)]));
  return {
    ...(target && inlineObject(document, { ...target })),
    ...inlined(members),
    ...(isObject(properties) && { properties: inlined(Object.entries(properties)) }),
  };
}

/** Copies a part of a schema likewise. */
function inline(document: ApiDocument, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inline(document, each));
  return isObject(schema) ? inlineObject(document, schema) : schema;
}

/** Visits the fields of a schema at every depth, each component once. */
function visitFields(
  document: ApiDocument,
  schema: DescribedSchema,
  visit: (name: string, field: Schema) => void,
  seen = new Set<string>(),
): void {
  const inner = (each: Schema): void => visitFields(document, each, visit, seen);
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return;
    seen.add(schema.$ref);
    inner(document.components.schemas[refName(schema.$ref)] ?? {});
    return;
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    visit(name, field);
    inner(field);
  }
  const { additionalProperties: values } = schema;
  const parts = [schema.anyOf, schema.allOf, schema.oneOf, schema.items, isObject(values) ? values : []];
  for (const part of parts.flat()) if (part !== undefined) inner(part);
}

const isMarked = (field: Schema): boolean => (field as Record<string, unknown>)['x-secret'] === true;

/** Returns the schemas of an operation's successful JSON answers. */
function answerSchemas({ operation }: Method): Schema[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => response.content?.['application/json']?.schema)
    .filter((schema) => schema !== undefined);
}

function secretFieldsOf(method: Method): string[] {
  const found = new Set<string>();
  for (const schema of answerSchemas(method)) {
    visitFields(method.document, schema, (name, field) => {
      if (isMarked(field)) found.add(name);
    });
  }
  return [...found];
}

/** Agents get no operations for log-ins of people, files, streams and new credentials. */
function isForAgents(method: Method): boolean {
  const { operation } = method;
  const types = Object.keys(operation.requestBody?.content ?? {});
  const takesJson = types.length === 0 || types.includes('application/json');
  const { kind } = describeAnswer(method.document, operation);
  const isJson = kind !== 'location' && kind !== 'stream';
  const isGranted = operation['x-required-scope'] !== undefined || operation.operationId === 'getSelf';
  return takesJson && isJson && isGranted && !secretFieldsOf(method).includes('secret');
}

/** Parameters of the server itself: the tenant of a platform key, and the two steps of a plan. */
const ownParameters = new Set(['tenantId', 'dryRun', 'plan']);

/** Leaves out the paragraphs about files and scopes: an agent gets no file, and the scope is a field. */
const withoutNotes = (description: string): string =>
  description
    .split('\n\n')
    .filter((paragraph) => !/^(?:`Accept: text\/csv`|Needs the scope)/.test(paragraph))
    .join('\n\n');

function describe(method: Method): Operation {
  const { document, operation, verb, path, name } = method;
  const parameters = parametersOf(document, operation);
  const query = parameters.filter((each) => each.in === 'query');
  // The JSON form of a file has the same parameters as fields.
  const isFile = Object.keys(operation.requestBody?.content ?? {}).length > 1;
  const asked = isFile ? [] : query.filter((each) => !ownParameters.has(each.name));
  const body = operation.requestBody?.content['application/json']?.schema;
  const described = operation as typeof operation & { description?: string };
  return {
    name: operation.operationId,
    method: name,
    verb,
    scope: operation['x-required-scope'] ?? null,
    summary: operation.summary,
    description: withoutNotes(described.description ?? ''),
    path: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter),
    query: Object.fromEntries(
      asked.map((each): [string, JsonSchema] => [each.name, inlineObject(document, { ...each.schema })]),
    ),
    requiredQuery: asked
      .filter((each) => 'required' in each && each.required === true)
      .map((each) => each.name),
    body: body ? inlineObject(document, { ...resolveSchema(document, body) }) : null,
    hasPlan: query.some((each) => each.name === 'plan'),
    isList: describeAnswer(document, operation).kind === 'list',
    secretFields: secretFieldsOf(method),
  };
}

/** Generates the operations that agents can use. */
export async function agentFiles(): Promise<GeneratedFile[]> {
  const { admin = [] } = await readMethods(await readDescriptions());
  const operations = admin.filter(isForAgents).map(describe);
  return [{ path: 'apps/mcp/src/generated/operations.json', content: `${JSON.stringify(operations)}\n` }];
}
