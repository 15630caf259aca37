import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { z } from 'zod';
import { pipeToResponse } from './pipe-to-response.ts';
import type { EventsReply, ServerSentEvent } from './reply.ts';
import { ignoreLeaving } from './send-chunks.ts';
import { untilAborted } from './until-aborted.ts';

/** The interval of heartbeats on a stream, in milliseconds. It is well below the idle timeouts of proxies. */
const heartbeatMs = 15_000;

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** Removes line breaks, which would end the field and begin another one. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n\0]/g, '');

/** Writes an event as text (HTML standard, section 9.2.5). JSON contains no line breaks. */
function toText({ id, type, data }: ServerSentEvent<unknown>, response: z.ZodType | undefined): string {
  const name = type === undefined ? '' : `event: ${oneLine(type)}\n`;
  return `id: ${oneLine(id)}\n${name}data: ${JSON.stringify(response?.parse(data) ?? null)}\n\n`;
}

interface EventStream {
  response: Response;
  reply: EventsReply<unknown>;
  /** Ends the stream. */
  signal: AbortSignal;
  /** Schema of an event's data. */
  schema: z.ZodType | undefined;
}

async function* textOf({ reply, signal, schema }: EventStream): AsyncGenerator<string> {
  for await (const event of untilAborted(reply.events, signal)) yield toText(event, schema);
}

/**
 * Sends server-sent events, with a comment as a heartbeat in between. The stream ends when its source ends, the client
 * disconnects or the service stops. An `EventSource` then reconnects by itself.
 */
export async function sendEvents(stream: EventStream): Promise<void> {
  const { response } = stream;
  response.status(200).set(headers).flushHeaders();
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': alive\n\n');
  }, heartbeatMs);
  try {
    await pipeToResponse(response, Readable.from(textOf(stream)));
  } catch (error) {
    ignoreLeaving(error);
  } finally {
    clearInterval(heartbeat);
  }
}
