/**
 * Fields that are stored with an event and never sent. They describe the client of a request (`client` of the context),
 * or are the personal values of an unsealed record.
 */
const heldBack = new Set(['ip', 'userAgent', 'personalValues']);

/** Maximum entries of a list in a message. The record of an import has thousands of changes. */
const maxListed = 20;

function sentValue(key: string, value: unknown): unknown {
  if (heldBack.has(key)) return null;
  return Array.isArray(value) && value.length > maxListed ? value.slice(0, maxListed) : value;
}

/**
 * Serializes an event or a dead letter for the bus. It omits personal values and the client's address and program, and
 * shortens long lists. Consumers read the whole event from its outbox, where personal values can be erased. A stream
 * cannot erase them.
 */
export const messageOf = (content: unknown): string => JSON.stringify(content, sentValue);
