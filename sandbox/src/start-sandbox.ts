import { createSandboxApp } from './app.ts';
import type { SandboxConfig } from './config.ts';
import { startDoors } from './doors/start-doors.ts';
import type { Doors } from './doors/start-doors.ts';
import { closeHttp, createHttpServer, httpScheme, listen, localUrl } from './http/listen.ts';
import { startIdentity } from './identity/start-identity.ts';
import type { Identity } from './identity/start-identity.ts';
import { startMailbox } from './mailbox/start-mailbox.ts';
import type { Mailbox } from './mailbox/start-mailbox.ts';
import { startPush, type Push } from './push/start-push.ts';
import { createHookRoutes } from './hooks/hook-routes.ts';
import { createWebhookRoutes } from './webhooks/webhook-routes.ts';
import { createTelephony } from './telephony/create-telephony.ts';

/** A running sandbox and the addresses of its parts. */
export interface Sandbox {
  readonly sandboxUrl: string;
  readonly mailboxUrl: string;
  readonly smtpUrl: string;
  readonly identityIssuer: string;
  /** Null when APNs has no certificate. */
  readonly apnsUrl: string | null;
  /** Closes every port after at most one second for running requests. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts all parts concurrently and the sandbox's own address last. An answer there therefore means that all parts run.
 *
 * @throws Error that stopped the first failed part, after stopping the others
 */
export async function startSandbox(
  config: SandboxConfig,
  report: (error: unknown) => void,
): Promise<Sandbox> {
  const doors = startDoors(config.doors, report);
  const starting = [
    startMailbox(config, report),
    startIdentity(config, report),
    startPush(config, report),
  ] as const;
  try {
    const [mailbox, identity, push] = await Promise.all(starting);
    const parts = { mailbox, identity, doors, push, report };
    const server = createHttpServer(config.tls, describeSandbox(config, parts));
    const endpoint = { host: config.host, port: config.sandboxPort, variable: 'SANDBOX_PORT' };
    const port = await listen(server, endpoint);
    return {
      sandboxUrl: localUrl(httpScheme(config.tls), config.host, port),
      mailboxUrl: mailbox.mailboxUrl,
      smtpUrl: mailbox.smtpUrl,
      identityIssuer: identity.issuer,
      apnsUrl: push.apnsUrl,
      stop: async () => {
        await Promise.all([closeHttp(server), mailbox.stop(), identity.stop(), doors.stop(), push.stop()]);
      },
    };
  } catch (error) {
    await Promise.all([stopStarted(starting), doors.stop()]);
    throw error;
  }
}

interface Parts {
  mailbox: Mailbox;
  identity: Identity;
  doors: Doors;
  push: Push;
  report: (error: unknown) => void;
}

function describeSandbox(
  { telephony, webhooks }: SandboxConfig,
  { mailbox, identity, doors, push, report }: Parts,
) {
  return createSandboxApp({
    routers: [
      identity.tokenRoutes,
      doors.routes,
      createTelephony({ telephony, webhooks, report }),
      push.routes,
      createWebhookRoutes(webhooks),
      createHookRoutes(),
    ],
    checks: { mailbox: mailbox.isUp, identity: identity.isUp, doors: doors.isUp },
    links: {
      Mailbox: mailbox.mailboxUrl,
      'Texts and calls': '/telephony',
      'Push messages': '/push/messages',
      'Receivers of webhooks': '/hooks',
      'Mail goes to': mailbox.smtpUrl,
      'OpenID provider': `${identity.issuer}/.well-known/openid-configuration`,
    },
    report,
  });
}

async function stopStarted(starting: readonly Promise<{ stop(): Promise<void> }>[]): Promise<void> {
  const settled = await Promise.allSettled(starting);
  const started = settled.filter((result) => result.status === 'fulfilled');
  await Promise.all(started.map(({ value }) => value.stop()));
}
