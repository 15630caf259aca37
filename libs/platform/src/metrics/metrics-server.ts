import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import type { Build } from '../build/describe-build.ts';
import { createTlsServer, type ServedTls } from '../tls/serve-tls.ts';

/** Address that serves `/metrics`. */
export interface MetricsAddress {
  host: string;
  port: number;
  /** Release and build of the program, for the series `build_info`. */
  build: Build;
  /** The TLS of the process's other port. Without it, metrics are served over plain HTTP. */
  tls?: ServedTls | undefined;
}

const buildInfo = new Gauge({
  name: 'build_info',
  help: 'The program that the process runs, by release and build. The value is 1.',
  labelNames: ['version', 'build'],
});

/** Default gauges whose names end like those of counters. The gauge `nodejs_active_resources` has the same numbers. */
const misnamed = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
];

/** Registers the metrics of the process itself: memory, processor, event loop, garbage collection. */
export function collectProcessMetrics(): void {
  collectDefaultMetrics();
  for (const name of misnamed) register.removeSingleMetric(name);
}

/**
 * Serves `/metrics` in Prometheus' text format on a port of its own, which no client of the API reaches. Metrics of the
 * process itself start with the first scrape. Measuring the event loop wakes it a hundred times a second.
 */
export async function serveMetrics({ host, port, build, tls }: MetricsAddress): Promise<Server> {
  buildInfo.set({ ...build }, 1);
  let isScraped = false;
  const serve: RequestListener = (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    if (!isScraped) collectProcessMetrics();
    isScraped = true;
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
  const server = tls ? createTlsServer({}, serve, tls) : createServer(serve);
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return server;
}
