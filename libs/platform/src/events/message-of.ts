/**
 * Fields that are stored with an event and never sent: the client of a request (`client` of the context), its stated
 * purpose, and the personal values of an unsealed record.
 */
const heldBack = new Set(['ip', 'userAgent', 'onBehalfOf', 'personalValues']);

interface RequestContext {
  reason?: unknown;
}

/** Omits the stated reason of a request. Other parts of events have public reasons. */
const withoutReason = (context: RequestContext): RequestContext =>
  context.reason === undefined ? context : { ...context, reason: null };

/** Maximum entries of a list in a message. The record of an import has thousands of changes. */
const maxListed = 20;

function sentValue(key: string, value: unknown): unknown {
  if (heldBack.has(key)) return null;
  if (key === 'context' && typeof value === 'object' && value !== null) return withoutReason(value);
  return Array.isArray(value) && value.length > maxListed ? value.slice(0, maxListed) : value;
}

/**
 * Serializes an event or a dead letter for the bus. It omits personal values and the client's address and program, and
 * shortens long lists. Consumers read the whole event from its outbox, where personal values can be erased. A stream
 * cannot erase them.
 */
export const messageOf = (content: unknown): string => JSON.stringify(content, sentValue);
