/** One server-sent event: its id, and its data as text. */
export interface StreamedEvent {
  id: string | null;
  data: string;
}

/** Parses one event; null for a comment, which keeps the connection alive. */
function parseEvent(text: string): StreamedEvent | null {
  const valuesOf = (field: string): string[] =>
    text
      .split(/\r\n|\r|\n/)
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return data.length === 0 ? null : { id: valuesOf('id').at(-1) ?? null, data: data.join('\n') };
}

/** Reads server-sent events (HTML, section 9.2) from the body of an answer, until it ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r\n\r\n|\n\n|\r\r/);
      rest = parts.pop() ?? '';
      yield* parts.map(parseEvent).filter((event) => event !== null);
    }
  } finally {
    await reader.cancel();
  }
}
