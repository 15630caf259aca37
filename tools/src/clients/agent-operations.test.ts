import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redact } from '@pas/mcp/answers/redact';
import { operations } from '@pas/mcp/catalogue/operation';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../generated-file.ts';
import { refName, type ApiDocument, type Schema } from './api-document.ts';
import { operationsOf } from './read-methods.ts';

type AnswerSchema = Schema & {
  allOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
  'x-secret'?: boolean;
};

/** Names of fields with secrets, stated apart from the marks and from the rules of the server. */
const secretNames = /^(?:token|inviteUrl|secret|pin|csrfToken|.*password.*|.*[sS]ignature)$/;

let document: ApiDocument;
beforeAll(async () => {
  document = parse(await readFile(join(repository, 'docs/openapi/admin.yaml'), 'utf8')) as ApiDocument;
});

/** A field whose value is built: its name, whether it is a secret, and the components around it. */
interface Field {
  name: string;
  isSecret: boolean;
  open: readonly string[];
}

const textOf = ({ name, isSecret }: Field): string => `${isSecret ? 'SECRET' : 'shown'} ${name}`;

/** Builds an object of the fields of a schema. */
function sampleFields(properties: Record<string, Schema>, open: readonly string[]): object {
  const entries = Object.entries(properties).map(([name, each]: [string, AnswerSchema]) => {
    const isSecret = each['x-secret'] === true || secretNames.test(name);
    return [name, sample(each, { name, isSecret, open })];
  });
  return Object.fromEntries(entries) as object;
}

/** Builds a value of a schema. The text of each field names its field, and whether it is a secret. */
function sample(schema: AnswerSchema, field: Field): unknown {
  const { $ref, anyOf, allOf, properties, items, additionalProperties: values } = schema;
  const { name, open } = field;
  if ($ref !== undefined) {
    const target = refName($ref);
    const component = document.components.schemas[target] ?? {};
    return open.includes(target) ? null : sample(component, { ...field, open: [...open, target] });
  }
  const choices = anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => sample(choice, field)).find((value) => value !== null) ?? null;
  if (allOf) return Object.assign({}, ...allOf.map((part) => sample(part, field))) as object;
  if (properties) return sampleFields(properties, open);
  if (items) return [sample(items, field)];
  if (typeof values === 'object') return { [`in ${name}`]: sample(values, field) };
  return [schema.type].flat().includes('string') ? textOf(field) : null;
}

const textsOf = (value: unknown): string[] =>
  JSON.stringify(value)
    ?.match(/"(?:SECRET|shown) [^"]*"/g)
    ?.map((text) => text.slice(1, -1)) ?? [];

test('no answer of an operation shows a field with a secret, and every other text stays', () => {
  const described = operationsOf(document);
  const root = { name: '', isSecret: false, open: [] };
  let secrets = 0;
  for (const { name, secretFields } of operations) {
    for (const { content } of Object.values(described.get(name)?.operation.responses ?? {})) {
      const answer = sample(content?.['application/json']?.schema ?? {}, root);
      const [given, left] = [textsOf(answer), textsOf(redact(answer, secretFields))];
      secrets += given.filter((text) => text.startsWith('SECRET')).length;
      expect([name, ...left]).toEqual([name, ...given.filter((text) => text.startsWith('shown'))]);
    }
  }
  expect(secrets).toBeGreaterThan(30);
});

test('no operation for agents answers a new credential', () => {
  const names = operations.map(({ name }) => name);
  expect(names).not.toContain('createApiKey');
  expect(names).not.toContain('createControllerKey');
  expect(names).not.toContain('rotateWebhookSecret');
  expect(names).toContain('listApiKeys');
});
