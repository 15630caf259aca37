import { bodySchemasOf } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { describe, expect, test } from 'vitest';
import { apiDescriptions } from './api-descriptions.ts';
import { describeRoutes } from './describe-routes.ts';

interface Media {
  example?: unknown;
}
interface BodyDescription {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  description?: string;
  parameters?: { $ref?: string; name?: string; description?: string }[];
  requestBody?: BodyDescription;
  responses: Record<string, BodyDescription>;
}

interface Case {
  name: string;
  route: Route;
  operation: Operation;
}

const cases = Object.values(apiDescriptions).flatMap((api): Case[] => {
  const { paths = {} } = describeRoutes(api);
  return api.routes.map((route) => ({
    name: `${route.method} ${route.path}`,
    route,
    operation: paths[route.path]?.[route.method] as unknown as Operation,
  }));
});

/** Verbs with which an operation's name in an SDK begins. */
const verbs =
  /^(?:list|get|create|update|delete|ensure|add|move|unlink|dispatch|send|finish|assign|release|explain|export|verify|sign|log|exchange|refresh|switch|preview|accept|end|show|submit|rotate|revoke|unlock|open|report|put|resend|cancel|commit|correct|revert|follow|request|reset|register|change|plan|record|erase|transfer|undo|test|start|advance)(?=[A-Z])/;

const jsonOf = (described: BodyDescription | undefined): Media | undefined =>
  described?.content?.['application/json'];

describe.each(cases)('$name', ({ route, operation }) => {
  test('has the name of an SDK method', () => {
    expect(operation.operationId).toMatch(verbs);
    expect(operation.operationId).not.toMatch(/Path|ById$|Named/);
  });

  test('has a description, and one for each of its parameters', () => {
    // The scope alone does not describe the operation.
    expect(operation.description).toMatch(/^(?!Needs the scope)/);
    const bare = operation.parameters?.filter(({ $ref, description }) => !$ref && !description) ?? [];
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  test('shows an example of its JSON bodies that its own schemas accept', () => {
    const [body] = bodySchemasOf(route);
    const answers = route.status.map((status) => ({
      media: operation.responses[`${status}`],
      schema: route.response,
    }));
    const bodies = [{ media: operation.requestBody, schema: body }, ...answers].filter(({ media }) =>
      jsonOf(media),
    );
    const refused = bodies.map(({ media, schema }) => schema?.safeParse(jsonOf(media)?.example).error);
    expect(refused).toEqual(bodies.map(() => undefined));
  });
});

test('no two operations of a document have one name', () => {
  for (const { routes } of Object.values(apiDescriptions)) {
    const names = routes.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('each tag has a description', () => {
  const tags = Object.values(apiDescriptions).flatMap((api) => describeRoutes(api).tags ?? []);
  expect(tags.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});

test('each described tag is in use', () => {
  for (const api of Object.values(apiDescriptions)) {
    const used = new Set(describeRoutes(api).tags?.map(({ name }) => name));
    expect(Object.keys(api.tags).filter((name) => !used.has(name))).toEqual([]);
  }
});
