/** An error as a log line shows it. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string | undefined;
  code?: unknown;
  cause?: LoggedError;
}

/** Values that the database quotes in a refusal. */
const quotedValues = /(?<=dup key: )\{[^\n]*\}/g;

/** An e-mail address, as mail servers quote it in a refusal. */
const emailAddress =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

/** A phone number (E.164), as carriers quote it. */
const phoneNumber = /\+\d{7,15}(?!\d)/g;

/** Removes the values that other systems quote from the text of an error. */
export const withoutQuotedValues = (text: string): string =>
  [quotedValues, emailAddress, phoneNumber].reduce(
    (rest, pattern) => rest.replaceAll(pattern, '[redacted]'),
    text,
  );

/** Depth of the causes that a log line shows. An error can be its own cause. */
const maxCauses = 5;

/**
 * Serializes an error for operators: its type, message, stack, code and cause. Other properties (the command, the
 * document, the request) are omitted, because they may contain secrets.
 */
export function serializeError(error: unknown, causes = maxCauses): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'was thrown', stack: undefined };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutQuotedValues(error.message),
    stack: error.stack && withoutQuotedValues(error.stack),
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && causes > 0 && { cause: serializeError(error.cause, causes - 1) }),
  };
}
