import { ApiProblem } from './problem.ts';

/** How a request is sent that must have its effect once, however often it is sent. */
export interface Sending {
  header: { 'Idempotency-Key': string };
  /** When it was sent first, in milliseconds: a body that has times says the same ones when it is sent again. */
  at: number;
}

const newSending = (): Sending => ({
  header: { 'Idempotency-Key': crypto.randomUUID() },
  at: Date.now(),
});

/** Whether it is known what came of a request: a refusal that names what is wrong has had no effect. */
const isAnswered = (fault: unknown): boolean =>
  fault instanceof ApiProblem &&
  fault.status > 0 &&
  fault.status < 500 &&
  fault.code !== 'idempotency_in_progress';

const ofFile = (value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** What is asked for, as a text that is the same for the same. */
const textOf = (input: unknown): string =>
  JSON.stringify([input instanceof FormData ? [...input] : input], (_name, value) => ofFile(value));

/**
 * Makes a sender of requests that remembers one to which no answer came. Nobody knows whether it had its effect: where the
 * same is asked for again, it is sent with the same key and the same time, and so has its effect once.
 */
export function rememberSending() {
  let unanswered: { text: string; sending: Sending } | null = null;
  return async function send<Input, Answer>(
    input: Input,
    request: (input: Input, sending: Sending) => Promise<Answer>,
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
