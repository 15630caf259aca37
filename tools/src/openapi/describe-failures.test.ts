import { takesIdempotencyKey } from '@pas/shared/routes/failure-codes';
import { describe, expect, test } from 'vitest';
import { apiDescriptions } from './api-descriptions.ts';
import { describeRoutes } from './describe-routes.ts';
import type { OpenApiDocument } from './write-examples.ts';

interface Schema {
  $ref?: string;
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  enum?: readonly string[];
}

interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema }>;
}

/** Resolves a reference to a component. */
function resolve<Part extends { $ref?: string }>({ components }: OpenApiDocument, part: Part): Part {
  const [kind = '', name = ''] = part.$ref?.split('/').slice(2) ?? [];
  return part.$ref === undefined
    ? part
    : ((components as Record<string, Record<string, Part>>)[kind]?.[name] ?? part);
}

/** Returns the codes that the schema of a failure allows. */
function codesIn(document: OpenApiDocument, answer: Answer): readonly string[] {
  const schema = answer.content?.['application/problem+json']?.schema;
  const [, narrowed] = schema ? (resolve(document, schema).allOf ?? []) : [];
  return narrowed?.properties?.['code']?.enum ?? [];
}

/** Returns the codes that the description of a failure explains. */
const explainedIn = ({ description = '' }: Answer): string[] =>
  [...description.matchAll(/^- `([a-z_]+)`: \S/gm)].map(([, code = '']) => code);

const documents = Object.entries(apiDescriptions).map(([name, { routes, ...api }]) => ({
  name,
  routes,
  document: describeRoutes({ routes, ...api }),
}));

const operations = documents.flatMap(({ name, document }) =>
  Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { responses: Record<string, Answer> }>).map(
      ([method, { responses }]) => ({
        name: `${name}: ${method} ${path}`,
        failures: Object.entries(responses)
          .filter(([status]) => Number(status) >= 400)
          .map(([status, answer]) => ({ status, answer: resolve(document, answer), document })),
      }),
    ),
  ),
);

describe.each(operations)('$name', ({ failures }) => {
  const problems = failures.filter(({ answer }) => answer.content?.['application/problem+json']);

  test('lists the codes of each failure as an enum, and explains each of them', () => {
    for (const { answer, document } of problems) {
      expect(codesIn(document, answer)).not.toEqual([]);
      expect(explainedIn(answer)).toEqual(codesIn(document, answer));
    }
  });

  test('answers 431 to large headers', () => {
    expect(failures.map(({ status }) => status)).toContain('431');
  });

  test('names no environment in a 401, which precedes its choice', () => {
    const refused = problems.filter(({ status }) => status === '401');
    expect(refused.filter(({ answer }) => 'X-Admin-Env' in (answer.headers ?? {}))).toEqual([]);
  });
});

test('a request in progress is a failure of exactly the operations that take an Idempotency-Key', () => {
  for (const { routes, document } of documents) {
    const mentioning = routes.filter(({ path, method }) => {
      const answers = document.paths?.[path]?.[method]?.responses as Record<string, Answer>;
      const conflict = resolve(document, answers['409'] ?? {});
      return codesIn(document, conflict).includes('idempotency_in_progress');
    });
    expect(mentioning.map(({ operationId }) => operationId)).toEqual(
      routes.filter(takesIdempotencyKey).map(({ operationId }) => operationId),
    );
  }
});

test('an unknown path is a failure of exactly the operations with parameters in their path', () => {
  for (const { routes, document } of documents) {
    const mentioning = routes.filter(({ path, method }) => {
      const answers = document.paths?.[path]?.[method]?.responses as Record<string, Answer>;
      return codesIn(document, resolve(document, answers['404'] ?? {})).includes('path_not_found');
    });
    expect(mentioning.map(({ operationId }) => operationId)).toEqual(
      routes.filter(({ path }) => path.includes('{')).map(({ operationId }) => operationId),
    );
  }
});

test('codes of problems, fields, scopes and events have components', () => {
  const [admin] = documents.filter(({ name }) => name === 'admin');
  const schemas = admin?.document.components?.schemas as Record<string, Schema>;
  expect(schemas['ErrorCode']?.enum).toContain('already_exists');
  expect(schemas['FieldErrorCode']?.enum).toEqual(expect.arrayContaining(['required', 'premium_number']));
  expect(schemas['Scope']?.enum).toEqual(expect.arrayContaining(['units:read', 'units:*', 'events:read']));
  expect(schemas['EventType']?.enum).toContain('door.opened');
  expect(schemas['SubscribedEventType']?.enum).toContain('*');
});
