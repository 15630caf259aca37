import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, PasError } from '@pas/client';
import { fit } from '../answers/fit.ts';
import { markData } from '../answers/mark-data.ts';
import { redact } from '../answers/redact.ts';
import { AgentError } from '../calls/agent-error.ts';

/** Makes the text of an answer: without secrets, bounded and marked as data. */
export const dataText = (value: unknown, secretFields: readonly string[] = []): string =>
  markData(fit(redact(value, secretFields)));

/** Makes the result of a tool. A note is text of this server, before the data. */
export function resultOf(
  value: unknown,
  secretFields: readonly string[] = [],
  note?: string,
): CallToolResult {
  const data = { type: 'text' as const, text: dataText(value, secretFields) };
  return { content: note === undefined ? [data] : [{ type: 'text', text: note }, data] };
}

/** Makes the result of a tool from this server's own texts, which nobody outside has written. */
export const ownResult = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});

/** Describes a failure to the model; null for one of this server, which is logged instead. */
function describeFailure(error: unknown): object | null {
  if (error instanceof AgentError) return { code: error.code, message: error.message };
  if (error instanceof ApiError) {
    const { status, code, problem, correlationId, errors, retryAfterMs } = error;
    return { status, code, message: problem.message, errors, correlationId, retryAfterMs };
  }
  if (error instanceof PasError) return { code: 'unreachable', message: 'The API did not answer in time.' };
  return null;
}

/** Makes the result of a failed tool. The model reads its code, and can correct its call. */
export function failureOf(error: unknown, onUnknown: (error: unknown) => void): CallToolResult {
  const described = describeFailure(error);
  if (described === null) onUnknown(error);
  const failure = described ?? { code: 'internal', message: 'The tool has failed.' };
  return { ...resultOf({ error: failure }), isError: true };
}
