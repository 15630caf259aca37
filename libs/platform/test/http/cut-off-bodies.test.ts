import { connect } from 'node:net';
import express, { type Request, type Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { listen, portOf } from '../../src/http/listen.ts';
import { bodyReceiver } from '../../src/http/receive-body.ts';

const fields = bodyReceiver({ json: { schema: z.strictObject({ reason: z.string().optional() }) } });
const table = bodyReceiver({ table: { maxBytes: 1000 } });

/** Reads fields, or all bytes of a table. */
async function readWhole(request: Request, response: Response): Promise<unknown> {
  const isTable = request.headers['content-type'] === 'text/csv';
  const body = await (isTable ? table : fields)(request, response);
  return body?.kind === 'table' ? body.bytes.toArray() : body;
}

/** Sends the beginning of a request and disconnects. The body is read afterwards, as after a wait for a place. */
async function receiveLate(beginning: string): Promise<unknown> {
  const outcome = Promise.withResolvers<unknown>();
  const app = express().post('/', async (request, response) => {
    socket.destroy();
    await new Promise((resolve) => request.once('close', resolve));
    outcome.resolve(await readWhole(request, response).catch((error: unknown) => error));
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const socket = connect(portOf(server), '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${beginning}`);
  return outcome.promise;
}

test.each([
  ['of fields in chunks', 'application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"reason"\r\n'],
  ['of fields with a length', 'application/json\r\nContent-Length: 30\r\n\r\n{"reason"'],
  ['with a table', 'text/csv\r\nContent-Length: 30\r\n\r\nunit,email'],
])('a body %s that is read after its connection has ended is cut off, not empty', async (_how, beginning) => {
  expect(await receiveLate(beginning)).toMatchObject({ code: 'body_cut_off' });
});
