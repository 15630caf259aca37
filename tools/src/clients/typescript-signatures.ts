import { parametersOf } from './api-document.ts';
import { describeAnswer } from './describe-answer.ts';
import { isPlanned, operationFlags } from './operation-flags.ts';
import type { Method } from './read-methods.ts';

/** The name of an operation's type, by the alias under which its description is imported. */
export const aliases = { admin: 'Admin', resident: 'Resident', 'core-mobile': 'Mobile' } as const;

const typeOf = ({ description, operation }: Method): string =>
  `${aliases[description]}['${operation.operationId}']`;

function queryNames({ document, operation }: Method): string[] {
  return parametersOf(document, operation)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
}

function pathArguments({ path }: Method): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`);
}

/** Writes the arguments of a method: path parameters, then body or query, then options. */
function argumentsOf(method: Method): string {
  const { verb, operation } = method;
  const type = typeOf(method);
  const flags = operationFlags(method);
  const hasQuery = queryNames(method).length > 0;
  const body = operation.requestBody;
  const options = hasQuery && verb !== 'GET' ? `QueryOptions<${type}>` : 'CallOptions';
  return [
    ...pathArguments(method),
    ...(flags.includes('i') ? ['identity: { identityToken: string }'] : []),
    ...(body ? [`body${body.required === true ? '' : '?'}: Body<${type}>`] : []),
    ...(verb === 'GET' ? [`query?: ${hasQuery ? `Query<${type}>` : 'Record<string, never>'}`] : []),
    `options?: ${options}`,
  ].join(', ');
}

/** Writes the arguments of a dry run. Its options are required, so the body is as well. */
const dryRunArgumentsOf = (method: Method): string =>
  argumentsOf(method)
    .replace('body?:', 'body:')
    .replace(/options\?: QueryOptions/, 'options: DryRunOptions');

function resultOf(method: Method): string {
  const answer = describeAnswer(method.document, method.operation);
  switch (answer.kind) {
    case 'member':
      return `Result<${typeOf(method)}, '${answer.member}'>`;
    case 'whole':
      return `Whole<${typeOf(method)}>`;
    case 'stream':
      return 'Response';
    case 'location':
      return '{ location: string | null }';
    default:
      return 'void';
  }
}

/** Writes the doc comment of a method. */
export function commentOf({ operation }: Method): string {
  const scope = operation['x-required-scope'];
  const lines = [
    `${operation.summary}.`,
    ...(scope === undefined ? [] : [`Needs the scope \`${scope}\`.`]),
    ...(operation.deprecated ? ['@deprecated'] : []),
  ];
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`;
}

/** Writes the members of an interface for a method: the method, and the iterators of a list. */
export function signaturesOf(method: Method): string[] {
  const name = method.name.slice(method.name.lastIndexOf('.') + 1);
  const answer = describeAnswer(method.document, method.operation);
  const plans = isPlanned(method) ? [`${name}(${dryRunArgumentsOf(method)}): Call<Plan>;`] : [];
  if (answer.kind !== 'list')
    return [...plans, `${name}(${argumentsOf(method)}): Call<${resultOf(method)}>;`];
  const path = pathArguments(method);
  const parts = [typeOf(method), `'${answer.member}'`, ...(path.length > 0 ? [`[${path.join(', ')}]`] : [])];
  const shared = parts.join(', ');
  const hasChanges = operationFlags(method).includes('u');
  return [
    `${name}: ListMethod<${shared}>;`,
    `iterate: IterateMethod<${shared}>;`,
    ...(hasChanges ? [`changes: ChangesMethod<${shared}>;`] : []),
  ];
}
