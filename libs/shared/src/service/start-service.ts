import type { RequestListener } from 'node:http';
import type { z } from 'zod';
import type { busFields, serviceFields } from './service-fields.ts';
import { describeBuild } from '@pas/platform/build/describe-build';
import { busCheck } from '@pas/platform/events/bus-status';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { startPublisher } from '@pas/platform/events/event-publisher';
import type { AppOptions } from '@pas/platform/http/create-app';
import { createLogger, type Logger } from '@pas/platform/log/logger';
import { startTracing } from '@pas/platform/trace/start-tracing';
import { serveMetrics } from '@pas/platform/metrics/metrics-server';
import { connectInTime } from '@pas/platform/mongo/connect-in-time';
import { control, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { indexCheck, mongoCheck } from '@pas/platform/mongo/health-checks';
import { migrationCheck } from '@pas/platform/migrations/pending-migrations';
import { migrationIds } from '../migrations/all-migrations.ts';
import { followTestClocks } from '../test-clocks/follow-test-clocks.ts';
import { assertionAudience, indexPublicKeys, timeLeftHeader } from '../principal/assertion.ts';
import { createDenialRecorder } from '../audit/record-denial.ts';
import { createRouteGuard } from '../principal/route-guard.ts';
import { servedTls } from '@pas/platform/tls/serve-tls';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { drainCheck, newDrain } from '@pas/platform/lifecycle/drain';
import { maxBodyMs } from '@pas/platform/http/body-time';
import { listen, portOf } from '@pas/platform/http/listen';
import { runUntilSignal, type Closer } from '@pas/platform/lifecycle/run-until-signal';

/** Settings of every service behind the gateway. A service's own schema extends them. */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceFields & typeof busFields>>;

/** The options of every service's app: the guard, the environment and the health checks. */
export type AppParts = Pick<
  AppOptions,
  | 'service'
  | 'environment'
  | 'log'
  | 'events'
  | 'guard'
  | 'build'
  | 'healthChecks'
  | 'timeLeftHeader'
  | 'recordDenial'
  | 'stopping'
>;

/** Dependencies of a service, after its stores are open. */
export interface ServiceParts {
  app: AppParts;
  bus: Bus;
  events: CommittedEvents;
  log: Logger;
}

/** Parts that a service adds to the shell. */
export interface ServiceBuild {
  app: RequestListener;
  /** Close the other parts of the service, in this order, before the publisher and the stores close. */
  closers?: readonly Closer[];
}

export interface StartService {
  /** Its name in logs, events, audience and metrics, such as `resident`. */
  name: string;
  config: ServiceConfig;
  /** The time for which an operation waits for a connection to the store, in milliseconds. Default 2000. */
  connectionWaitMs?: number;
  build: (parts: ServiceParts) => ServiceBuild | Promise<ServiceBuild>;
}

/** Builds the parts of an app that depend only on the configuration. */
async function describeApp({ name, config }: StartService, log: Logger) {
  const { ENVIRONMENT: environment, ASSERTION_PUBLIC_KEYS: pems } = config;
  const publicKeys = await indexPublicKeys(pems);
  return {
    service: name,
    environment,
    log,
    timeLeftHeader,
    recordDenial: createDenialRecorder(),
    guard: createRouteGuard({ audience: assertionAudience(name, environment), publicKeys }),
  };
}

/**
 * Starts a service behind the gateway and runs it until a signal: stores, event bus, publisher, health, metrics and
 * app. NATS may be unavailable at the start. The start waits for the databases, because every request needs them.
 */
export async function startService(service: StartService): Promise<void> {
  const { name, config, build } = service;
  const environment = config.ENVIRONMENT;
  const running = describeBuild(config.BUILD_ID);
  const log = createLogger({ service: name, environment, level: config.LOG_LEVEL, build: running.build });
  trustAuthorities(config.TLS_CA_FILE);
  const tls = servedTls(config, log);
  const base = await describeApp(service, log);
  const tracing = await startTracing(config, { service: name, build: running });
  await connectInTime(config, log, service.connectionWaitMs);
  const bus = connectBus({ url: config.NATS_URL, name, log });
  const drain = newDrain();
  const healthChecks = [
    mongoCheck('mongo', core),
    mongoCheck('control', control),
    indexCheck([core, control]),
    migrationCheck(core, migrationIds),
    busCheck(bus),
    drainCheck(drain),
  ];
  const events = startPublisher({ bus, log });
  const testClocks = await followTestClocks({ environment, log });
  const { app, closers = [] } = await build({
    app: { ...base, build: running, healthChecks, events, stopping: drain.stopping.signal },
    bus,
    events,
    log,
  });
  const { HOST: host, PORT: port, METRICS_PORT: metricsPort } = config;
  if (metricsPort !== undefined) await serveMetrics({ host, port: metricsPort, build: running, tls });
  const server = await listen(app, { host, port, tls, bodyMs: maxBodyMs });
  log.info({ port: portOf(server) }, 'listening');
  runUntilSignal({
    server,
    drain,
    log,
    drainMs: config.DRAIN_MS,
    closers: [
      ...closers,
      { name: 'test clocks', close: async () => testClocks.stop() },
      { name: 'publisher', close: () => events.stop() },
      { name: 'bus', close: () => bus.close() },
      { name: 'databases', close: disconnectDatabases },
      { name: 'traces', close: () => tracing.stop() },
    ],
  });
}
