import { refName, resolveSchema, type ApiDocument, type ApiOperation, type Schema } from './api-document.ts';

/** The result that the method of an operation returns. */
export type AnswerDescription =
  | { kind: 'list'; member: string; row: Schema }
  | { kind: 'member'; member: string }
  | { kind: 'whole'; isSignedIn: boolean }
  | { kind: 'nothing' | 'location' | 'stream' };

const isSuccess = (status: string): boolean => /^(?:2\d\d|302)$/.test(status);

/** Describes JSON: a page of a list, an object of one member, or the whole object. */
function describeJson(document: ApiDocument, schema: Schema): AnswerDescription {
  if (schema.$ref !== undefined && refName(schema.$ref) === 'SignInResult')
    return { kind: 'whole', isSignedIn: true };
  const { properties = {} } = resolveSchema(document, schema);
  const names = Object.keys(properties);
  const isPage = ['total', 'limit', 'offset'].every((name) => names.includes(name));
  const [member = ''] = names.filter((name) => properties[name]?.type === 'array');
  if (isPage && member !== '') {
    return { kind: 'list', member, row: resolveSchema(document, properties[member]?.items ?? {}) };
  }
  const [only] = names;
  if (names.length === 1 && only !== undefined) return { kind: 'member', member: only };
  return { kind: 'whole', isSignedIn: false };
}

/**
 * Describes the result of the method of an operation, by the first success of its answers. A 200 next to a 202 or a
 * 204 is the plan of a dry run.
 */
export function describeAnswer(document: ApiDocument, { responses }: ApiOperation): AnswerDescription {
  if ('204' in responses) return { kind: 'nothing' };
  const successes = Object.entries(responses).filter(([each]) => isSuccess(each));
  const [status = '', response] = successes.find(([each]) => each === '202') ?? successes[0] ?? [];
  if (status === '302') return { kind: 'location' };
  const content = response?.content;
  if (!content) return { kind: 'nothing' };
  const json = content['application/json']?.schema;
  return json ? describeJson(document, json) : { kind: 'stream' };
}
