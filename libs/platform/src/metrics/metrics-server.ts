import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics, register } from 'prom-client';

/**
 * Serves `/metrics` in Prometheus' text format on a port of its own, which no client of the API reaches. The metrics
 * of the process itself start with the first scrape: measuring the event loop wakes it a hundred times a second.
 */
export async function serveMetrics(host: string, port: number): Promise<Server> {
  let isScraped = false;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    if (!isScraped) collectDefaultMetrics();
    isScraped = true;
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return server;
}
