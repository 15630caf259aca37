/** An error as a log line shows it. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string | undefined;
  code?: unknown;
  cause?: LoggedError;
}

/** Values that the database quotes in a refusal, such as an e-mail address or a phone number. */
const quotedValues = /dup key: \{[^\n]*\}/g;

/** Removes the values that the database quotes from the text of an error. */
export const withoutQuotedValues = (text: string): string =>
  text.replaceAll(quotedValues, 'dup key: [redacted]');

/**
 * Serializes an error for operators: its type, message, stack, code and cause. Other properties (the command, the
 * document, the request) are omitted, because they may contain secrets.
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
