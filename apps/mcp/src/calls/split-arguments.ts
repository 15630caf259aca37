import { bodyFields, isRead, type Operation } from '../catalogue/operation.ts';
import { AgentError } from './agent-error.ts';

/** Arguments of a tool, as the model sends them. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A call of an operation, with its arguments in their places. */
export interface OperationCall {
  operation: Operation;
  path: readonly string[];
  query: Readonly<Record<string, unknown>>;
  /** Null for an operation without a body. */
  body: Readonly<Record<string, unknown>> | null;
  /** Why a change is made; null for a read. */
  reason: string | null;
}

const maxReason = 500;

/** Returns the reason on one line, without control characters. */
function readReason(operation: Operation, { reason }: ToolArguments): string | null {
  if (isRead(operation)) return null;
  const text = typeof reason === 'string' ? reason.replaceAll(/\p{Cc}+/gu, ' ').trim() : '';
  if (text === '') throw new AgentError('reason_missing', 'Give the reason of the change, in a sentence.');
  return text.slice(0, maxReason);
}

function readPath({ path }: Operation, given: ToolArguments): string[] {
  return path.map((name) => {
    const value = given[name];
    if (typeof value !== 'string' || ['', '.', '..'].includes(value))
      throw new AgentError('invalid_argument', `${name} must be an id.`);
    return value;
  });
}

const pick = (given: ToolArguments, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]));

/**
 * Puts the arguments of a tool into path, query and body. The API checks their values.
 *
 * @throws AgentError for an unknown argument, a missing id and a change without a reason
 */
export function splitArguments(operation: Operation, given: ToolArguments): OperationCall {
  const [query, fields] = [Object.keys(operation.query), Object.keys(bodyFields(operation))];
  const known = [...operation.path, ...query, ...fields, ...(isRead(operation) ? [] : ['reason'])];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => name.slice(0, 40)).join(', ');
    throw new AgentError('unknown_argument', `Unknown: ${names}. Allowed: ${known.join(', ')}.`);
  }
  return {
    operation,
    path: readPath(operation, given),
    query: pick(given, query),
    body: operation.body ? pick(given, fields) : null,
    reason: readReason(operation, given),
  };
}
