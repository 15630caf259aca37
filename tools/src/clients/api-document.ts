/** A schema, as far as the clients depend on it. */
export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  type?: string;
  items?: Schema;
  pattern?: string;
}

export interface Parameter {
  $ref?: string;
  in: 'path' | 'query' | 'header';
  name: string;
  schema?: Schema;
}

type Content = Record<string, { schema?: Schema }>;

/** An operation of an API description. */
export interface ApiOperation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
  security?: Record<string, string[]>[];
  'x-required-scope'?: string;
}

/** An API description, parsed. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks?: Record<string, { post: ApiOperation }>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

/** Returns the last part of a reference: the name of its component. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Follows references and takes the first of alternatives. */
export function resolveSchema(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[refName(schema.$ref)];
    return target ? resolveSchema(document, target) : schema;
  }
  return schema.anyOf?.[0] ? resolveSchema(document, schema.anyOf[0]) : schema;
}

/** Returns the parameters of an operation, without references. */
export function parametersOf(document: ApiDocument, { parameters = [] }: ApiOperation): Parameter[] {
  return parameters.map((parameter) => {
    const target = parameter.$ref && document.components.parameters?.[refName(parameter.$ref)];
    return target || parameter;
  });
}
