import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { idSchema } from '@pas/shared/ids/id';
import { answersVersion } from './answer-shape.ts';
import { describeParameters } from './describe-parameters.ts';
import { describeBody } from './describe-body.ts';
import type { Route } from '@pas/platform/http/define-route';
import { createdHeaders, requestHeaders, successHeaders } from './describe-headers.ts';
import type { DescribeFailure } from './describe-failures.ts';
import { codesOf, failureStatuses } from '@pas/shared/routes/failure-codes';
import { PlanAnswer } from '@pas/platform/http/plan.schema';
import type { UnknownInput } from '@pas/platform/http/parse-input';
import { securityOf } from './security-schemes.ts';

/** Context that the operations of a document share. */
export interface DocumentContext {
  unknownInput: UnknownInput;
  describeFailure: DescribeFailure;
  /** Returns the tag of a path. */
  tagOf(path: string): string;
}

const meanings = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; processing continues.',
  204: 'Done; no body.',
  302: 'Continue at the address in Location.',
};

const TenantId = idSchema('tenant').optional().meta({
  description:
    'The tenant to act in. Platform keys must send it. Every other caller acts in its own tenant; another one is 422.',
});

function describeQuery(route: Route): z.ZodObject {
  const namesTenant = route.callers === 'admin' && route.tenant === 'required';
  return describeParameters('query', { ...route.query, ...(namesTenant && { tenantId: TenantId }) });
}

type Content = NonNullable<ZodOpenApiResponseObject['content']>;

/** Describes a stream of events as text. Generated clients would parse a schema of the data as the whole answer. */
function eventStreamOf(data: z.ZodType): z.ZodType {
  const members = data instanceof z.ZodObject ? Object.keys(data.shape) : [];
  const shown = members.map((name) => `\`${name}\``).join(', ');
  return z.string().meta({
    description: `Server-sent events with \`id\`, \`event\` and \`data\`. The data is a JSON object with ${shown}, as \`GET\` shows it.`,
  });
}

/**
 * Returns the content of a success, by media type. The description names the CSV of a list in words. A second media type
 * would add text to the type of the answer in generated clients.
 */
function describeContent({ answers, streams = {}, response }: Route): Content | null {
  if (answers === 'page') return { 'text/html': { schema: z.string() } };
  if (answers === 'stream') {
    const pieces = Object.entries(streams).map(([mediaType, schema]) => [mediaType, { schema }]);
    return Object.fromEntries(pieces) as Content;
  }
  if (!response) return null;
  if (answers === 'events') return { 'text/event-stream': { schema: eventStreamOf(response) } };
  if (answers === 'view')
    return { 'application/json': { schema: response }, 'text/html': { schema: z.string() } };
  return { 'application/json': { schema: response } };
}

function describeSuccess(route: Route, status: Route['status'][number]): ZodOpenApiResponseObject {
  const description = meanings[status];
  const headers = (status === 201 ? createdHeaders : successHeaders)(route);
  const content = status === 204 ? null : describeContent(route);
  return { description, headers, ...(content && { content }) };
}

/** Describes the answer to a dry run, in addition to the other answers with its status. */
function describeDryRun(route: Route): ZodOpenApiResponseObject {
  const isOther = route.status.includes(200) && route.response !== undefined;
  const schema = isOther ? z.union([route.response as z.ZodType, PlanAnswer]) : PlanAnswer;
  return {
    description: isOther ? 'Done; with `dryRun=true` the plan.' : 'The plan, with `dryRun=true`.',
    headers: successHeaders(route),
    content: { 'application/json': { schema } },
  };
}

function responses(
  route: Route,
  { unknownInput, describeFailure }: DocumentContext,
): ZodOpenApiResponsesObject {
  const described: ZodOpenApiResponsesObject = {};
  for (const status of route.status) described[`${status}`] = describeSuccess(route, status);
  if (route.isPlanned) described['200'] = describeDryRun(route);
  if (route.method === 'get' && answersVersion(route)) {
    described['304'] = {
      description: 'Unchanged since the version in If-None-Match.',
      headers: successHeaders(route),
    };
  }
  const mounted = { route, unknownInput };
  for (const status of failureStatuses) {
    if (codesOf(mounted, status).length > 0) described[`${status}`] = describeFailure(mounted, status);
  }
  return described;
}

const asTable =
  '`Accept: text/csv` answers all rows that match as a file, in the order of `sort`. `limit` and `offset` do not apply; more than 100,000 rows are 422 `too_many_rows`. The header has the names of the fields, with nested ones dotted. Arrays are JSON, and null is an empty cell. Secrets of links and passes have no column. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets a leading apostrophe. Phones get one too. All rows are those of one moment; the answer breaks off if reading takes longer than five minutes. Each export is recorded in the audit (`list.exported`). Operators need a log-in of the last 15 minutes: 403 `login_too_old`.';

/** A list of changes can have deleted rows in its table too. */
const deletedInTable =
  'With `includeDeleted=true` the last column is `deletedAt`. A deleted row has only this cell and its id.';

/** Describes the table of a list; null for other routes. */
function describeTable({ table, query = {} }: Route): string | null {
  if (!table) return null;
  return query['includeDeleted'] ? `${asTable} ${deletedInTable}` : asTable;
}

const inList = new Intl.ListFormat('en');

function describeScope(route: Route): string {
  const { description, scope, furtherScopes = [], conditionalScopes = [] } = route;
  const all = scope === null ? [] : [scope, ...furtherScopes];
  const names = inList.format(all.map((name) => `\`${name}\``));
  const needed = names === '' ? '' : `Needs the scope${all.length > 1 ? 's' : ''} ${names}.`;
  const also = inList.format(conditionalScopes.map((name) => `\`${name}\``));
  const besides = also === '' ? '' : `Some requests need ${also} too; the description says which.`;
  return [description, describeTable(route), [needed, besides].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join('\n\n');
}

/** Describes one endpoint from the definition that also validates and runs it. */
export function describeOperation(route: Route, context: DocumentContext): ZodOpenApiOperationObject {
  const description = describeScope(route);
  const besides = [...(route.furtherScopes ?? []), ...(route.conditionalScopes ?? [])];
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(description !== '' && { description }),
    ...(route.deprecated && { deprecated: true }),
    tags: [context.tagOf(route.path)],
    ...(route.scope !== null && { 'x-required-scope': route.scope }),
    ...(besides.length > 0 && { 'x-also-required-scopes': besides }),
    security: securityOf(route),
    requestParams: {
      path: describeParameters('path', route.params ?? {}),
      query: describeQuery(route),
      header: requestHeaders(route),
    },
    ...describeBody(route, context.unknownInput),
    responses: responses(route, context),
  };
}
