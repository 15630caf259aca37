import { expect, test } from 'vitest';
import { readJson } from './read-json.ts';

test('an answer of exactly the limit is read', async () => {
  expect(await readJson(new Response('{"a":"ö"}'), 10)).toEqual({ a: 'ö' });
});

test.each([
  ['one byte more', '{"a":"ö"} '],
  ['no JSON', '<html>'],
  ['nothing', null],
])('%s reads as null', async (_name, body) => {
  expect(await readJson(new Response(body), 10)).toBeNull();
});

test('an endless answer is read only up to the limit', async () => {
  let sent = 0;
  let isCanceled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel() {
      isCanceled = true;
    },
  });
  expect(await readJson(new Response(endless), 10_000)).toBeNull();
  expect([sent < 20, isCanceled]).toEqual([true, true]);
});
