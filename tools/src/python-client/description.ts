import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from '../generated-file.ts';

/** The part of a JSON schema that determines a Python type. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly string[];
  const?: unknown;
  format?: string;
  pattern?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  discriminator?: { mapping: Readonly<Record<string, string>> };
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Schema;
}

export type Content = Readonly<Record<string, { schema: Schema }>>;

/** An operation, with the references to its parameters and answers replaced by their targets. */
export interface DescribedOperation {
  operationId: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  security: readonly Readonly<Record<string, unknown>>[];
  parameters: readonly Parameter[];
  body: { isRequired: boolean; content: Content } | null;
  /** The first successful answer. */
  answer: { status: string; content: Content };
  /** Whether it takes `dryRun`, and then answers a plan. */
  isPlanned: boolean;
}

export interface Description {
  operations: readonly DescribedOperation[];
  schemas: Readonly<Record<string, Schema>>;
  /** Schemas of the requests to webhook endpoints, by event type. */
  events: Readonly<Record<string, Schema>>;
}

interface RawOperation {
  operationId: string;
  summary: string;
  description?: string;
  security?: DescribedOperation['security'];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
}

type RawPaths = Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;

interface RawDescription {
  paths: RawPaths;
  webhooks?: RawPaths;
  components: { schemas: Description['schemas']; parameters: Readonly<Record<string, Parameter>> };
}

/** Returns the name of the component to which a reference points. */
export const componentOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const withoutPlan = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [type, { schema: schema.anyOf?.[0] ?? schema }]),
  );

function readOperation(
  raw: RawOperation,
  at: { method: string; path: string },
  parameters: RawDescription['components']['parameters'],
): DescribedOperation {
  const { operationId, summary, description = '', security = [], requestBody, responses } = raw;
  const resolved = (raw.parameters ?? []).map((parameter) => {
    if (!('$ref' in parameter)) return parameter;
    const found = parameters[componentOf(parameter.$ref)];
    if (!found) throw new Error(`${operationId}: ${parameter.$ref} is missing`);
    return found;
  });
  const isPlanned = resolved.some(({ name }) => name === 'dryRun');
  // The plan of a dry run is a further 200, or the last choice of it.
  const codes = Object.keys(responses).filter((code) => /^[23]/.test(code));
  const planless = isPlanned ? codes.find((code) => code !== '200') : undefined;
  const status = planless ?? codes[0];
  if (status === undefined) throw new Error(`${operationId} has no successful answer`);
  const { content = {} } = responses[status] ?? {};
  return {
    operationId,
    summary,
    description,
    security,
    ...at,
    parameters: resolved,
    body: requestBody ? { isRequired: requestBody.required === true, content: requestBody.content } : null,
    answer: { status, content: isPlanned ? withoutPlan(content) : content },
    isPlanned,
  };
}

/** Reads a description from its text. */
export function parseDescription(text: string): Description {
  const { paths, webhooks = {}, components } = parse(text) as RawDescription;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) =>
      readOperation(raw, { method: method.toUpperCase(), path }, components.parameters),
    ),
  );
  const events = Object.entries(webhooks).flatMap(([type, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema;
    return schema ? [[type, schema] as const] : [];
  });
  return { operations, schemas: components.schemas, events: Object.fromEntries(events) };
}

/** Reads a description of the repository, such as `admin`. */
export async function readDescription(name: string): Promise<Description> {
  return parseDescription(await readFile(join(repository, `docs/openapi/${name}.yaml`), 'utf8'));
}
