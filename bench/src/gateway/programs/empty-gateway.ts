import express from 'express';
import { Pool, type Dispatcher } from 'undici';

// The gateway without its features: Express, and the same pool for the requests to the upstream.
const pool = new Pool(process.env['UPSTREAM_URL'] ?? '', { pipelining: 1 });
const app = express().disable('x-powered-by').disable('etag');

app.use((request, response) => {
  const attempt: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart(_controller, status, { connection: _connection, 'keep-alive': _keepAlive, ...headers }) {
      response.writeHead(status, headers);
    },
    onResponseData: (_controller, chunk) => void response.write(chunk),
    onResponseEnd: () => void response.end(),
    onResponseError: () => void response.destroy(),
  };
  const { method, url: path, headers } = request;
  pool.dispatch({ method, path, headers, body: null, reset: false }, attempt);
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
