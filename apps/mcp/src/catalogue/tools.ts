import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { needsPlan } from './needs-plan.ts';
import { bodyFields, isRead, type JsonSchema, type Operation } from './operation.ts';

/** Operations with a tool of their own. `searchOperations` finds the others. */
const defaultNames = new Set([
  'getStats',
  'listProperties',
  'getPropertyReadiness',
  'listUnits',
  'getUnitReadiness',
  'listUsers',
  'getUser',
  'listDevices',
  'listInvites',
  'listAccessPoints',
  'listAccessEvents',
  'explainAccessEvent',
  'listPasses',
  'listCalls',
  'listReports',
  'createProperty',
  'ensureUnit',
  'createUser',
  'createInvite',
  'dispatchInvite',
  'planResidentImport',
  'getImport',
  'listImportRows',
  'commitImport',
  'createPass',
  'moveOutUser',
  'deleteDevice',
  'unlockAccessPoint',
]);

export const hasOwnTool = ({ name }: Operation): boolean => defaultNames.has(name);

const reason = {
  type: 'string',
  minLength: 1,
  maxLength: 500,
  description: 'Why this is done, in a sentence. The audit records it. Another reason makes another call.',
} as const;

/** Longest description of a field in a definition, in characters. */
const maxFieldText = 200;

/** Members of a schema that the definition of a tool keeps. The API checks the rest. */
const keptMembers = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'anyOf',
  'oneOf',
  'description',
]);

/** Shortens a schema for the definition of a tool. */
function shorten(schema: unknown, depth = 0): unknown {
  if (Array.isArray(schema)) return schema.map((each) => shorten(each, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([name]) => keptMembers.has(name));
  return Object.fromEntries(
    members.map(([name, value]): [string, unknown] => {
      if (name === 'description') return [name, String(value).slice(0, maxFieldText)];
      if (name !== 'properties') return [name, shorten(value, depth)];
      const fields = Object.entries(value as JsonSchema);
      return [name, Object.fromEntries(fields.map(([field, each]) => [field, shorten(each, depth + 1)]))];
    }),
  );
}

/** Returns the schema of an operation's arguments: path, query and body in one object. */
export function argumentSchema(operation: Operation): Tool['inputSchema'] {
  const path = operation.path.map((name) => [name, { type: 'string' }] as const);
  const fields = Object.entries({ ...operation.query, ...bodyFields(operation) });
  const changes = isRead(operation) ? [] : [['reason', reason] as const];
  const ownRequired = (operation.body?.['required'] ?? []) as string[];
  const required = [...operation.path, ...operation.requiredQuery, ...ownRequired];
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...path,
      ...fields.map(([name, schema]) => [name, shorten(schema) as object] as const),
      ...changes,
    ]),
    required: isRead(operation) ? required : [...new Set([...required, 'reason'])],
  };
}

/** Describes an operation in a few sentences. */
export function describeOperation(operation: Operation): string {
  const plan = needsPlan(operation, {}) ? ' Answers a plan; commitPlan executes it.' : '';
  return `${operation.summary}.${plan} ${operation.description}`.trim();
}

/** Longest description of a tool, in characters. */
const maxToolText = 400;

/** Returns the tool of an operation. */
function toolOf(operation: Operation): Tool {
  const isPlanned = needsPlan(operation, {});
  return {
    name: operation.name,
    title: operation.summary,
    description: describeOperation(operation).slice(0, maxToolText),
    inputSchema: argumentSchema(operation),
    annotations: {
      readOnlyHint: isRead(operation) || isPlanned,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    _meta: { scope: operation.scope },
  };
}

const search: Tool = {
  name: 'searchOperations',
  title: 'Find more operations',
  description:
    'Finds operations without a tool of their own. Without a query it lists the names by scope. callOperation runs one.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 200, description: 'Words such as “rename unit” or “analytics”.' },
      scope: { type: 'string', description: 'Only operations of this scope, such as `units:write`.' },
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const call: Tool = {
  name: 'callOperation',
  title: 'Run an operation',
  description: 'Runs an operation that searchOperations has found.',
  inputSchema: {
    type: 'object',
    properties: {
      operation: { type: 'string', description: 'The name, such as `updateUnit`.' },
      arguments: { type: 'object', description: 'As the schema of the operation says.' },
    },
    required: ['operation'],
  },
  annotations: { destructiveHint: false, openWorldHint: false },
};

const commit: Tool = {
  name: 'commitPlan',
  title: 'Execute a confirmed plan',
  description:
    'Executes exactly the plan with this hash. First show its effects to the person whom you serve, and get a clear yes.',
  inputSchema: {
    type: 'object',
    properties: { hash: { type: 'string', description: 'The hash of the plan.' } },
    required: ['hash'],
  },
  annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/** Returns the tools of a session: those of frequent operations, ordered by scope, and those that reach the rest. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  const frequent = operations.filter(hasOwnTool);
  const byScope = frequent.toSorted((a, b) => (a.scope ?? '').localeCompare(b.scope ?? ''));
  const canChange = operations.some((operation) => !isRead(operation));
  return [...byScope.map(toolOf), search, call, ...(canChange ? [commit] : [])];
}
