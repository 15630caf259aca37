/** An error as a log line holds it. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string | undefined;
  code?: unknown;
  cause?: LoggedError;
}

/** The database quotes the values that it refused, an e-mail address or a phone number among them. */
const quotedValues = /dup key: \{[^\n]*\}/g;

/** The text of an error without the values that the database quotes. */
export const withoutQuotedValues = (text: string): string =>
  text.replaceAll(quotedValues, 'dup key: [redacted]');

/**
 * Serializes what an operator needs of an error: its type, message, stack, code and cause. Other properties of an
 * error object (the command, the document, the request) are left out, because they may contain secrets.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'was thrown', stack: undefined };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutQuotedValues(error.message),
    stack: error.stack && withoutQuotedValues(error.stack),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}
