import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Route } from '@pas/platform/http/define-route';
import type { ReceiverPath } from '@pas/webhooks/src/receiver-paths.ts';
import { failureDescriber } from './describe-failures.ts';
import { describeReceivers, describeSignatures, receiverTags } from './describe-receivers.ts';
import { describeOperation, type DocumentContext } from './describe-operation.ts';
import type { UnknownInput } from '@pas/platform/http/parse-input';
import { writeExamples, type OpenApiDocument } from './write-examples.ts';
import { schemesOf, securitySchemes } from './security-schemes.ts';
import { tagOfPath, type ApiTags } from './tag-of-path.ts';

/** A service's routes with the metadata of their document. */
export interface ApiDescription extends ApiTags {
  title: string;
  /** Markdown. */
  description: string;
  version: string;
  /** Handling of unknown parameters and fields: refused or ignored, as the service mounts its routes. */
  unknownInput: UnknownInput;
  routes: readonly Route[];
  /** Receivers of webhooks. They are not routes, because they verify the raw bytes before parsing. */
  receivers?: readonly ReceiverPath[];
  /** Requests that the product sends, by name. */
  webhooks?: ZodOpenApiPathsObject;
}

/** The same as `^\P{Cc}*$`, for validators without Unicode classes. */
const noControlCharacters = String.raw`^[^\u0000-\u001F\u007F-\u009F]*$`;

/** Returns a pattern that every validator supports; undefined if it has no such form. */
function portable(pattern: string | undefined): string | undefined {
  if (pattern === String.raw`^\P{Cc}*$`) return noControlCharacters;
  return /\\p\{/i.test(pattern ?? '') ? undefined : pattern;
}

/** Describes a constant text as a choice of one. Generators of clients drop operations with `const` in a header. */
function spellConstant(schema: { const?: unknown; enum?: unknown[] }): void {
  if (typeof schema.const !== 'string') return;
  schema.enum = [schema.const];
  delete schema.const;
}

/**
 * Corrects misleading output of zod. Answers stay open, because later versions may add fields. Bounds of safe integers
 * are removed as noise. Patterns with Unicode classes are replaced, because many validators do not support them.
 */
const tidySchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  const { def } = zodSchema._zod;
  if (io === 'output' && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  spellConstant(jsonSchema);
  const pattern = portable(jsonSchema.pattern);
  if (pattern === undefined) delete jsonSchema.pattern;
  else jsonSchema.pattern = pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

function describePaths(api: ApiDescription): ZodOpenApiPathsObject {
  const { routes, unknownInput, receivers = [] } = api;
  const describeFailure = failureDescriber(routes.map((route) => ({ route, unknownInput })));
  const context: DocumentContext = { unknownInput, describeFailure, tagOf: (path) => tagOfPath(api, path) };
  const paths: ZodOpenApiPathsObject = describeReceivers(receivers);
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route, context) };
  }
  return paths;
}

/** Returns the tags in order of their first use. */
function describeTags(api: ApiDescription) {
  const { routes, receivers = [], tags } = api;
  const names = [
    ...routes.map(({ path }) => tagOfPath(api, path)),
    ...receivers.map(({ provider }) => receiverTags[provider]),
  ];
  return [...new Set(names)].map((name) => ({ name, description: tags[name] ?? '' }));
}

function describeSecurity({ routes, receivers = [] }: ApiDescription) {
  const names = new Set(routes.flatMap(schemesOf));
  const schemes = Object.fromEntries([...names].map((name) => [name, securitySchemes[name]]));
  return { ...schemes, ...describeSignatures(receivers) };
}

/** Sorts components by name, so that a new route moves no other lines. */
function sortComponents(document: OpenApiDocument): OpenApiDocument {
  const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => a.localeCompare(b, 'en');
  const sorted = Object.entries(document.components ?? {}).map(([kind, components]) => {
    const entries = Object.entries(components as Record<string, unknown>).toSorted(byName);
    return [kind, Object.fromEntries(entries)] as const;
  });
  return { ...document, components: Object.fromEntries(sorted) };
}

/**
 * Describes routes as OpenAPI 3.1 from the definitions that validate and run them. The description therefore matches
 * the service.
 */
export function describeRoutes(api: ApiDescription): OpenApiDocument {
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: api.title,
        version: api.version,
        description: api.description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'The gateway that serves this description.' }],
      tags: describeTags(api),
      paths: describePaths(api),
      ...(api.webhooks && { webhooks: api.webhooks }),
      components: { securitySchemes: describeSecurity(api) },
    },
    { override: tidySchema },
  );
  return sortComponents(writeExamples(document));
}
