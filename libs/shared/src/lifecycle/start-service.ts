import type { RequestListener } from 'node:http';
import type { z } from 'zod';
import type { busFields, serviceFields } from '../config/service-fields.ts';
import { busCheck } from '../events/bus-status.ts';
import { connectBus, type Bus } from '../events/bus.ts';
import type { CommittedEvents } from '../events/committed-events.ts';
import { startPublisher } from '../events/event-publisher.ts';
import type { AppOptions } from '../http/create-app.ts';
import { createLogger, type Logger } from '../log/logger.ts';
import { serveMetrics } from '../metrics/metrics-server.ts';
import { connectInTime } from '../mongo/connect-in-time.ts';
import { control, core, disconnectDatabases } from '../mongo/connections.ts';
import { indexCheck, mongoCheck } from '../mongo/health-checks.ts';
import { assertionAudience, indexPublicKeys } from '../principal/assertion.ts';
import { drainCheck, type Drain } from './drain.ts';
import { listen, portOf } from './listen.ts';
import { runUntilSignal } from './run-until-signal.ts';

/** What every service behind the gateway is configured with; a service's own schema adds to it. */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceFields & typeof busFields>>;

/** What the app of every service is made with: whom it serves, where, and what its health hangs on. */
export type AppParts = Pick<
  AppOptions,
  'service' | 'environment' | 'log' | 'events' | 'assertion' | 'healthChecks'
>;

/** What a service builds on, once its stores are open. */
export interface ServiceParts {
  app: AppParts;
  bus: Bus;
  events: CommittedEvents;
  log: Logger;
}

/** What a service adds to the shell. */
export interface ServiceBuild {
  app: RequestListener;
  /** Ends what it started beside the app; called in this order, before the publisher and the stores close. */
  closers?: readonly (() => Promise<unknown>)[];
}

export interface StartService {
  /** Its name in logs, events, audience and metrics, such as `resident`. */
  name: string;
  config: ServiceConfig;
  build: (parts: ServiceParts) => ServiceBuild | Promise<ServiceBuild>;
}

/** The parts of an app that its configuration decides, the same way in every service. */
async function describeApp({ name, config }: StartService, log: Logger) {
  const { ENVIRONMENT: environment, ASSERTION_PUBLIC_KEYS: pems } = config;
  const publicKeys = await indexPublicKeys(pems);
  return {
    service: name,
    environment,
    log,
    assertion: { audience: assertionAudience(name, environment), publicKeys },
  };
}

/**
 * Starts a service behind the gateway and keeps it until a signal: stores, event bus, the publisher of its events, health,
 * metrics, the app. NATS may be away meanwhile; the databases are waited for, because nothing can be served without.
 */
export async function startService(service: StartService): Promise<void> {
  const { name, config, build } = service;
  const environment = config.ENVIRONMENT;
  const log = createLogger({ service: name, environment, level: config.LOG_LEVEL });
  const base = await describeApp(service, log);
  await connectInTime(config, log);
  const bus = connectBus({ url: config.NATS_URL, name, log });
  const drain: Drain = { isDraining: false };
  const healthChecks = [
    mongoCheck('mongo', core),
    mongoCheck('control', control),
    indexCheck([core, control]),
    busCheck(bus),
    drainCheck(drain),
  ];
  const events = startPublisher({ bus, log });
  const { app, closers = [] } = await build({ app: { ...base, healthChecks, events }, bus, events, log });
  if (config.METRICS_PORT !== undefined) await serveMetrics(config.HOST, config.METRICS_PORT);
  const server = await listen(app, { host: config.HOST, port: config.PORT });
  log.info({ port: portOf(server) }, 'listening');
  runUntilSignal({
    server,
    drain,
    log,
    drainMs: config.DRAIN_MS,
    closers: [...closers, () => events.stop(), () => bus.close(), disconnectDatabases],
  });
}
