/** A message as the service sends it to browsers. */
export interface Message {
  id: string;
  kind: string;
  title: string;
  body: string;
  callId: string | null;
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/**
 * Reads a message. An unreadable push gets default texts, because browsers require a notification for each
 * push.
 */
export function readMessage(text: string): Message {
  let sent: Record<string, unknown> = {};
  try {
    sent = { ...(JSON.parse(text) as Record<string, unknown> | null) };
  } catch {
    // Default texts apply.
  }
  return {
    id: textOr(sent['id'], 'message'),
    kind: textOr(sent['kind'], ''),
    title: textOr(sent['title'], 'My home'),
    body: textOr(sent['body'], ''),
    callId: typeof sent['callId'] === 'string' ? sent['callId'] : null,
  };
}
