import express from 'express';
import type { Router } from 'express';
import { z } from 'zod';
import type { PushConfig, SandboxConfig } from '../config.ts';
import { createFcmRoutes } from './fcm-routes.ts';
import { createPushBook, SetPushBehaviour, type PushBook } from './push-book.ts';
import { startApns, type Apns } from './start-apns.ts';
import { createWebPushRoutes } from './web-push-routes.ts';

/** Running push services. */
export interface Push {
  readonly routes: Router;
  /** URL of APNs; null without a certificate. */
  readonly apnsUrl: string | null;
  readonly stop: () => Promise<void>;
}

const TokenQuery = z.strictObject({ token: z.string().min(1).optional() });

function createPushRoutes(book: PushBook, { fcmPublicKey }: PushConfig, apns: Apns | null): Router {
  const router = express.Router();
  router.use(createFcmRoutes(book, fcmPublicKey));
  router.use(createWebPushRoutes(book));
  router.get('/push/messages', (request, response) => {
    response.json({ messages: book.list(TokenQuery.parse(request.query).token) });
  });
  router.delete('/push/messages', (_request, response) => {
    book.clear();
    response.status(204).end();
  });
  router.get('/push/behaviour', (_request, response) => {
    response.json({ rules: book.rules() });
  });
  router.put('/push/behaviour', express.json(), (request, response) => {
    book.set(SetPushBehaviour.parse(request.body));
    response.json({ rules: book.rules() });
  });
  router.get('/push/apns', (_request, response) => {
    response.json({ apns: apns && { url: apns.url, connections: apns.connections() } });
  });
  return router;
}

/** Plays FCM, APNs and the push service of browsers. APNs needs a certificate, since it uses TLS only. */
export async function startPush(
  { push, tls, host }: SandboxConfig,
  report: (error: unknown) => void,
): Promise<Push> {
  const book = createPushBook();
  const files = push.tls ?? tls;
  const endpoint = { host, port: push.apnsPort, variable: 'APNS_PORT' };
  const apns = files
    ? await startApns({ tls: files, endpoint, book, publicKeyPem: push.apnsPublicKey, report })
    : null;
  return {
    routes: createPushRoutes(book, push, apns),
    apnsUrl: apns?.url ?? null,
    stop: () => apns?.stop() ?? Promise.resolve(),
  };
}
