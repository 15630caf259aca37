/**
 * What is stored with an event and not sent: what is known of the client of a request (`client` of the context), and the
 * personal values of a record that waits to be sealed.
 */
const heldBack = new Set(['ip', 'userAgent', 'personalValues']);

/** The most entries of a list in a message. The record of an import has thousands of changes. */
const maxListed = 20;

function sentValue(key: string, value: unknown): unknown {
  if (heldBack.has(key)) return null;
  return Array.isArray(value) && value.length > maxListed ? value.slice(0, maxListed) : value;
}

/**
 * What stands on the bus, as JSON: an event or a dead letter without personal values, address and program of the
 * client, and with the first entries of long lists. Consumers read an event from its outbox, which has all of it, and
 * where these values can be erased; a stream keeps what it has.
 */
export const messageOf = (content: unknown): string => JSON.stringify(content, sentValue);
