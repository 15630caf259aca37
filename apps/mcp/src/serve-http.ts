import { describeBuild } from '@pas/platform/build/describe-build';
import { listen, portOf } from '@pas/platform/http/listen';
import { newDrain } from '@pas/platform/lifecycle/drain';
import { runUntilSignal } from '@pas/platform/lifecycle/run-until-signal';
import { createLogger } from '@pas/platform/log/logger';
import { servedTls } from '@pas/platform/tls/serve-tls';
import type { McpConfig } from './config.ts';
import { AgentSessions } from './http/agent-sessions.ts';
import { createHttpApp } from './http/create-http-app.ts';

/** Serves clients over streamable HTTP, each with the key of its requests. */
export async function serveHttp(config: McpConfig, port: number): Promise<void> {
  const { build } = describeBuild(config.BUILD_ID);
  const environment = config.PAS_ENVIRONMENT ?? 'default';
  const log = createLogger({ service: 'mcp', environment, level: config.LOG_LEVEL, build });
  const sessions = new AgentSessions({
    baseUrl: config.PAS_URL,
    access: config.PAS_ACCESS,
    environment: config.PAS_ENVIRONMENT,
    confirm: config.PAS_CONFIRM,
    maxSessions: config.MAX_SESSIONS,
    onError: (err) => log.error({ err }, 'tool failed'),
  });
  const app = createHttpApp({
    sessions,
    allowedOrigins: config.ALLOWED_ORIGINS,
    trustedProxies: config.TRUSTED_PROXIES,
    log,
  });
  const server = await listen(app, { host: config.HOST, port, tls: servedTls(config, log) });
  log.info({ port: portOf(server), access: config.PAS_ACCESS }, 'listening');
  const drain = newDrain();
  // Streams of sessions never end by themselves, so they end before the server waits for its last request.
  drain.stopping.signal.addEventListener('abort', () => void sessions.stop());
  runUntilSignal({ server, drain, log, closers: [], drainMs: config.DRAIN_MS });
}
