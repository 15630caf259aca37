/** What is known of the client of a request (`client` of the context). It is stored with the event and not sent. */
const heldBack = new Set(['ip', 'userAgent']);

/**
 * What stands on the bus, as JSON: an event or a dead letter without address and program of the client. Consumers read
 * an event from its outbox, where these values can be erased; a stream keeps what it has.
 */
export function messageOf(content: unknown): string {
  return JSON.stringify(content, (key, value: unknown) => (heldBack.has(key) ? null : value));
}
