import { parametersOf } from './api-document.ts';
import { describeAnswer } from './describe-answer.ts';
import type { Method } from './read-methods.ts';

const formType = 'application/x-www-form-urlencoded';

/** Returns the flags of a list and of its iterators. */
function listFlags({ document, operation }: Method): string {
  const answer = describeAnswer(document, operation);
  if (answer.kind !== 'list') return '';
  const query = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');
  const find = (name: string) => query.find((parameter) => parameter.name === name);
  const required = answer.row.required ?? [];
  const hasKey = ['id', 'createdAt'].every((name) => required.includes(name));
  const isByCreation = hasKey && (find('sort')?.schema?.pattern?.includes('createdAt') ?? false);
  return `l${isByCreation ? 'c' : ''}${find('updatedSince') ? 'u' : ''}${find('includeDeleted') ? 'd' : ''}`;
}

/** Returns whether an operation takes `dryRun` and `plan`. */
export const isPlanned = ({ document, operation }: Pick<Method, 'document' | 'operation'>): boolean =>
  parametersOf(document, operation).some(
    (parameter) => parameter.in === 'query' && parameter.name === 'dryRun',
  );

/** Returns the flags of the credentials. */
function securityFlags({ operation: { security = [] } }: Method): string {
  if (security.some((entry) => 'identityToken' in entry)) return 'i';
  return security.length === 0 ? 'o' : '';
}

/** Returns the flags of the answer. */
function answerFlags({ document, operation }: Method): string {
  const answer = describeAnswer(document, operation);
  if (answer.kind === 'stream') return 'x';
  if (answer.kind === 'location') return 'm';
  return answer.kind === 'whole' && answer.isSignedIn ? 's' : '';
}

/**
 * Describes an operation for the runtime of a client, one letter for each property:
 *
 * - b: takes a body; f: takes only a form
 * - k: takes an Idempotency-Key; r: may be sent twice without one
 * - t: takes `tenantId`
 * - o: takes no credentials; i: takes the token of the identity provider
 * - s: starts a session, or ends it by an empty answer
 * - l: answers a page of a list; c: in the order of creation on request
 * - u: takes `updatedSince`; d: takes `includeDeleted`
 * - m: answers an address; x: a stream
 * - p: answers its plan with `dryRun`
 */
export function operationFlags(method: Method): string {
  const { document, operation, isRepeatable } = method;
  const parameters = parametersOf(document, operation);
  const types = Object.keys(operation.requestBody?.content ?? {});
  const takes = (place: string, name: string): boolean =>
    parameters.some((parameter) => parameter.in === place && parameter.name === name);
  return [
    types.length > 0 ? 'b' : '',
    types.length === 1 && types[0] === formType ? 'f' : '',
    takes('header', 'Idempotency-Key') ? 'k' : '',
    isRepeatable ? 'r' : '',
    takes('query', 'tenantId') ? 't' : '',
    securityFlags(method),
    method.name.endsWith('.logOut') && method.description !== 'admin' ? 's' : '',
    isPlanned(method) ? 'p' : '',
    answerFlags(method),
    listFlags(method),
  ].join('');
}
