import { ApiProblem } from './problem.ts';

/** Idempotency key and time of a request that must take effect once, however often it is sent. */
export interface SendOptions {
  header: { 'Idempotency-Key': string };
  /**
   * Time of the first attempt, in milliseconds. A repeated body derives its times from it, so that they stay
   * the same.
   */
  at: number;
}

const newSending = (): SendOptions => ({
  header: { 'Idempotency-Key': crypto.randomUUID() },
  at: Date.now(),
});

/** Whether the outcome of a failed request is known: a refusal below 500 means no effect. */
const isAnswered = (fault: unknown): boolean =>
  fault instanceof ApiProblem &&
  fault.status > 0 &&
  fault.status < 500 &&
  fault.code !== 'idempotency_in_progress';

const ofFile = (value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** Returns a text by which equal inputs are recognised. */
const textOf = (input: unknown): string =>
  JSON.stringify([input instanceof FormData ? [...input] : input], (_name, value) => ofFile(value));

/**
 * Creates a sender that remembers a request without an answer, whose effect is unknown. The same input sent
 * again carries the same key and time, so that it takes effect once.
 */
export function rememberSending() {
  let unanswered: { text: string; sending: SendOptions } | null = null;
  return async function send<Input, Answer>(
    input: Input,
    request: (input: Input, sending: SendOptions) => Promise<Answer>,
  ): Promise<Answer> {
    const text = textOf(input);
    const sending = unanswered?.text === text ? unanswered.sending : newSending();
    unanswered = { text, sending };
    try {
      const answer = await request(input, sending);
      unanswered = null;
      return answer;
    } catch (fault) {
      if (isAnswered(fault)) unanswered = null;
      throw fault;
    }
  };
}
