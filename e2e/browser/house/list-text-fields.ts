import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { parse } from 'yaml';
import { subjectOf } from './writer.ts';

/** The parts of a JSON schema that decide whether it accepts a text. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

const services = ['admin', 'resident', 'core-mobile'];

function takes({ type, format, pattern, maxLength = Infinity, ...schema }: Schema, text: string): boolean {
  const isText = [type].flat().includes('string') && schema.enum === undefined && schema.const === undefined;
  const matches = pattern === undefined || new RegExp(pattern, 'u').test(text);
  return isText && format === undefined && matches && text.length <= maxLength;
}

/** Finds the fields of a body that accept a text. */
function fieldPathsIn(description: Description, schema: Schema, text: string): string[] {
  const resolve = (given: Schema): Schema => {
    if (given.$ref === undefined) return given;
    const keys = given.$ref.slice(2).split('/');
    return keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], description) as Schema;
  };
  const walk = (given: Schema, fieldPath: string): string[] => {
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], ...own } = resolve(given);
    const inside = fieldPath === '' ? '' : `${fieldPath}.`;
    return [
      ...(takes(own, text) ? [fieldPath] : []),
      ...[...anyOf, ...oneOf, ...allOf].flatMap((each) => walk(each, fieldPath)),
      ...Object.entries(properties).flatMap(([name, each]) => walk(each, `${inside}${name}`)),
      ...(items ? walk(items, `${fieldPath}[]`) : []),
    ];
  };
  return walk(schema, '');
}

/** Lists the fields of JSON bodies that accept a text by the API descriptions, such as `units label`. */
export function listTextFields(text: string): string[] {
  const found = services.flatMap((service) => {
    const file = join(repositoryDir, `docs/openapi/${service}.yaml`);
    const description = parse(readFileSync(file, 'utf8')) as Description;
    return Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ requestBody }) => {
        const schema = requestBody?.content['application/json']?.schema;
        const fieldPaths = schema ? fieldPathsIn(description, schema, text) : [];
        return fieldPaths.map((fieldPath) => `${subjectOf(path)} ${fieldPath}`);
      }),
    );
  });
  return [...new Set(found)].toSorted();
}
