import { expect, test } from 'vitest';
import { ApiProblem, noAnswer } from './problem.ts';
import { rememberSending, type SendOptions } from './sending.ts';

const refusal = (status: number, code: string): ApiProblem =>
  new ApiProblem('No.', { status, code, correlationId: null, fields: {} });

const formOf = (name: string): FormData => {
  const form = new FormData();
  form.set('name', name);
  return form;
};

/** Sends inputs one after the other, each with its given outcome, and returns the key of each. */
async function keysOf(sent: readonly (readonly [input: unknown, fault: Error | null])[]): Promise<string[]> {
  const send = rememberSending();
  const keys: string[] = [];
  for (const [input, fault] of sent) {
    const request = async (_input: unknown, { header }: SendOptions): Promise<void> => {
      keys.push(header['Idempotency-Key']);
      if (fault) throw fault;
    };
    await send(input, request).catch(() => undefined);
  }
  return keys;
}

const countOf = (keys: readonly string[]): number => new Set(keys).size;

test.each([
  ['no answer', noAnswer()],
  ['a fault of the service', refusal(503, 'store_unavailable')],
  ['an answer that the request still runs', refusal(409, 'idempotency_in_progress')],
])('the same input is sent with the same key after %s', async (_name, fault) => {
  expect(
    countOf(
      await keysOf([
        [formOf('a'), fault],
        [formOf('a'), fault],
        [formOf('a'), null],
      ]),
    ),
  ).toBe(1);
});

test('another form, a retry after a refusal and a retry after an answer each get a new key', async () => {
  expect(
    countOf(
      await keysOf([
        [formOf('a'), noAnswer()],
        [formOf('b'), null],
      ]),
    ),
  ).toBe(2);
  expect(
    countOf(
      await keysOf([
        ['a', refusal(422, 'validation_failed')],
        ['a', null],
      ]),
    ),
  ).toBe(2);
  expect(
    countOf(
      await keysOf([
        ['a', null],
        ['a', null],
      ]),
    ),
  ).toBe(2);
});

test('two files of one name are not the same', async () => {
  const file = (text: string): File => new File([text], 'residents.csv', { lastModified: 1 });
  expect(
    countOf(
      await keysOf([
        [{ file: file('a') }, noAnswer()],
        [{ file: file('ab') }, null],
      ]),
    ),
  ).toBe(2);
});

test('a repeated request carries the time of its first attempt', async () => {
  const send = rememberSending();
  const times: number[] = [];
  const request = (_input: string, { at }: SendOptions): Promise<void> => {
    times.push(at);
    return Promise.reject(noAnswer());
  };
  await send('a', request).catch(() => undefined);
  await send('a', request).catch(() => undefined);
  expect(times[1]).toBe(times[0]);
});
