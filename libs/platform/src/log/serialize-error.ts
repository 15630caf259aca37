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

const withoutValues = (text: string): string => text.replaceAll(quotedValues, 'dup key: [redacted]');

/**
 * Tells of an error what an operator needs: its type, message, stack, code and cause. Whatever else hangs on an error
 * object (the command, the document, the request) stays out, because nobody has looked whether it may be logged.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'was thrown', stack: undefined };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: error.stack && withoutValues(error.stack),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}
