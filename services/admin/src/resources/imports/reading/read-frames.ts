import { headBytes, maxFrameBytes, type Frame } from './tables/frames.ts';

/** Reads the messages of a table-reading process as they arrive. */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= headBytes) {
      const end = headBytes + rest.readUInt32BE(0);
      if (end > maxFrameBytes) throw new Error(`a message of ${end} bytes`);
      if (rest.length < end) break;
      yield JSON.parse(rest.toString('utf8', headBytes, end)) as Frame;
      rest = rest.subarray(end);
    }
  }
}
