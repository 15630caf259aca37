import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AgentError } from '../calls/agent-error.ts';
import type { AgentSession } from '../calls/agent-session.ts';
import { runCall } from '../calls/run-call.ts';
import { splitArguments, type OperationCall, type ToolArguments } from '../calls/split-arguments.ts';
import { needsPlan } from '../catalogue/needs-plan.ts';
import { searchOperations } from '../catalogue/search-operations.ts';
import { commitPlan, type Confirmation } from '../plans/commit-plan.ts';
import { proposePlan } from '../plans/propose-plan.ts';
import { ownResult, resultOf } from './answer-of.ts';

const defaultRows = 25;
const maxRows = 100;

/** Bounds the rows of a page. */
function withPage(call: OperationCall): OperationCall {
  const { limit } = call.query;
  if (!call.operation.isList) return call;
  const rows = typeof limit === 'number' ? Math.min(limit, maxRows) : defaultRows;
  return { ...call, query: { ...call.query, limit: rows } };
}

const planNote =
  'Nothing has changed yet. Show these effects to the person. After a clear yes, call commitPlan with the hash.';

async function plan(session: AgentSession, call: OperationCall): Promise<CallToolResult> {
  const proposal = await proposePlan(session, call);
  session.plans.add({ ...proposal, call });
  const { hash, effects, expiresAt } = proposal;
  const shown = {
    plan: { hash, operation: call.operation.name, effects, expiresAt: expiresAt.toISOString() },
  };
  return resultOf(shown, call.operation.secretFields, planNote);
}

const replayNote =
  'This is the stored answer of an earlier call with the same arguments: nothing was done again. To do it again, give another reason.';

async function runOperation(
  session: AgentSession,
  name: string,
  given: ToolArguments,
): Promise<CallToolResult> {
  const operation = session.operations.get(name);
  if (!operation)
    throw new AgentError('unknown_operation', 'No such operation, or this key or session may not use it.');
  const call = splitArguments(operation, given);
  if (needsPlan(operation, given)) return plan(session, call);
  const { data, isReplayed } = await runCall(session, withPage(call));
  return resultOf(data ?? { done: true }, operation.secretFields, isReplayed ? replayNote : undefined);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function objectOf(value: unknown): ToolArguments {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ToolArguments;
  throw new AgentError('invalid_argument', 'arguments must be an object.');
}

/** A call of a tool, and the way to ask the person. */
export interface ToolCall {
  name: string;
  given: ToolArguments;
  confirm: Confirmation;
}

/**
 * Runs a tool of a session.
 *
 * @throws AgentError, ApiError, ConnectionFailedError, DeadlineError
 */
export async function callTool(
  session: AgentSession,
  { name, given, confirm }: ToolCall,
): Promise<CallToolResult> {
  if (name === 'searchOperations') {
    const scope = textOf(given['scope']);
    const found = { query: textOf(given['query']), ...(scope !== '' && { scope }) };
    return ownResult(searchOperations([...session.operations.values()], found));
  }
  if (name === 'callOperation')
    return runOperation(session, textOf(given['operation']), objectOf(given['arguments']));
  if (name === 'commitPlan') {
    const { plan: done, answer } = await commitPlan(session, textOf(given['hash']), confirm);
    return resultOf(answer.data ?? { done: true }, done.call.operation.secretFields);
  }
  return runOperation(session, name, given);
}
