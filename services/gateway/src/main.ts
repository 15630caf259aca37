import { setFlagsFromString } from 'node:v8';
import { describeBuild } from '@pas/platform/build/describe-build';
import { readConfig } from '@pas/platform/config/read-config';
import { newDrain } from '@pas/platform/lifecycle/drain';
import { listen, portOf } from '@pas/platform/http/listen';
import { runUntilSignal } from '@pas/platform/lifecycle/run-until-signal';
import { createLogger } from '@pas/platform/log/logger';
import { serveMetrics } from '@pas/platform/metrics/metrics-server';
import { connectInTime } from '@pas/platform/mongo/connect-in-time';
import { disconnectDatabases } from '@pas/platform/mongo/connections';
import { buildGateway } from './build-gateway.ts';
import { startTracing } from '@pas/platform/trace/start-tracing';
import { servedTls } from '@pas/platform/tls/serve-tls';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { GatewayConfig } from './config.ts';
import { maxHeaderSize } from './refuse-malformed.ts';

// The chunks of streamed bodies lie outside V8's heap. By default each 64 MiB of them, about 500 requests of 128 KiB,
// start a full collection. These collections cost more than the requests. With this flag, 12,000 such requests start 5
// full collections instead of 26. Minor collections free the memory.
setFlagsFromString('--external-memory-accounted-in-global-limit');

const config = readConfig(GatewayConfig, process.env);
const build = describeBuild(config.BUILD_ID);
const { ENVIRONMENT: environment, LOG_LEVEL: level } = config;
const log = createLogger({ service: 'gateway', environment, level, build: build.build });
const drain = newDrain();
const { HOST: host, PORT: port, METRICS_PORT: metricsPort } = config;
const tls = servedTls(config, log);
trustAuthorities(config.TLS_CA_FILE);

const connected = connectInTime(config, log);
// Webhooks need no look-up at the edge, so their ingress starts without the databases.
if (config.GATEWAY_ROLE !== 'webhooks') await connected;
const tracing = await startTracing(config, { service: 'gateway', build, isEdge: true });
const gateway = await buildGateway(config, log, drain);
if (metricsPort !== undefined) await serveMetrics({ host, port: metricsPort, build, tls });
const place = { host, port, maxHeaderSize, tls };
const server = await listen(gateway.app, place);
const sharedPort = config.SHARED_PORT;
const shared =
  sharedPort === undefined ? [] : [await listen(gateway.app, { ...place, port: sharedPort, isShared: true })];
log.info({ port: portOf(server), role: config.GATEWAY_ROLE }, 'listening');
runUntilSignal({
  server,
  furtherServers: shared,
  drain,
  log,
  closers: [
    { name: 'gateway', close: () => gateway.stop() },
    { name: 'databases', close: disconnectDatabases },
    { name: 'traces', close: () => tracing.stop() },
  ],
  drainMs: config.DRAIN_MS,
});
