import { expect, test } from 'vitest';
import { readEvents, type StreamedEvent } from './read-events.ts';

/** A body that arrives in pieces. */
function bodyOf(pieces: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}

async function readAll(pieces: readonly string[]): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of readEvents(bodyOf(pieces))) events.push(event);
  return events;
}

test.each([
  [
    'in one piece',
    ['id: 1\nevent: import\ndata: {"a":"ü"}\n\n: keep-alive\n\nid: 2\ndata: one\ndata: two\n\n'],
  ],
  ['in pieces', ['id: 1\nda', 'ta: {"a":"ü"}\n', '\n:\n\nid: 2\ndata: one\n', 'data: two\n\n']],
  ['by carriage returns', ['id: 1\r\ndata: {"a":"ü"}\r\n\r\nid: 2\r\ndata: one\r\ndata: two\r\n\r\n']],
])('events that arrive %s are read one by one', async (_how, pieces) => {
  expect(await readAll(pieces)).toEqual([
    { id: '1', data: '{"a":"ü"}' },
    { id: '2', data: 'one\ntwo' },
  ]);
});

test('an event that is incomplete at the end of the stream is ignored', async () => {
  expect(await readAll(['data: half\n'])).toEqual([]);
});
