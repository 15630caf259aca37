import { createPublicKey, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import type { Request, Router } from 'express';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { decryptWebPush, newBrowserKeys, type BrowserKeys } from './decrypt-web-push.ts';
import type { PushBook } from './push-book.ts';

const Payload = z.looseObject({ title: z.string().optional(), body: z.string().optional() });

/** Prefix that turns the uncompressed point of a P-256 key into an SPKI key (RFC 5480). */
const spkiPrefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** Checks `Authorization: vapid t=…, k=…` (RFC 8292): the named key must sign it, for this audience. */
async function isVouchedFor(request: Request, audience: string): Promise<boolean> {
  const [, token, key] = /^vapid t=([^,]+), *k=(.+)$/.exec(request.get('authorization') ?? '') ?? [];
  if (token === undefined || key === undefined) return false;
  try {
    const point = Buffer.from(key, 'base64url');
    const publicKey = createPublicKey({
      key: Buffer.concat([spkiPrefix, point]),
      format: 'der',
      type: 'spki',
    });
    await jwtVerify(token, publicKey, { algorithms: ['ES256'], audience, requiredClaims: ['exp', 'sub'] });
    return true;
  } catch {
    return false;
  }
}

const originOf = (request: Request): string => `${request.protocol}://${request.get('host') ?? ''}`;

/**
 * Routes of a push service of browsers. `POST /push/subscriptions` subscribes a browser; the sandbox keeps its keys.
 */
export function createWebPushRoutes(book: PushBook): Router {
  const browsers = new Map<string, BrowserKeys>();
  const router = express.Router();
  router.post('/push/subscriptions', (request, response) => {
    const [id, keys] = [randomUUID(), newBrowserKeys()];
    browsers.set(id, keys);
    const subscription = {
      endpoint: `${originOf(request)}/push/web/${id}`,
      keys: { p256dh: keys.publicKey.toString('base64url'), auth: keys.auth.toString('base64url') },
    };
    response.status(201).json({ subscription });
  });
  router.post('/push/web/:id', async (request, response) => {
    const keys = browsers.get(request.params.id);
    if (!keys) return void response.status(404).end();
    const origin = originOf(request);
    if (!(await isVouchedFor(request, origin))) return void response.status(403).end();
    let sent: z.infer<typeof Payload>;
    try {
      // Express's body readers refuse the encoding of such a body.
      sent = Payload.parse(JSON.parse(decryptWebPush(await buffer(request), keys)));
    } catch {
      return void response.status(400).end();
    }
    const { title = null, body = null, ...data } = sent;
    const token = `${origin}/push/web/${request.params.id}`;
    const verdict = await book.take({ provider: 'WEBPUSH', token, title, body, data });
    if (verdict.kind === 'silent') return undefined;
    if (verdict.kind === 'refuse') return void response.status(verdict.status).send(verdict.code);
    if (verdict.kind === 'busy') response.set('Retry-After', String(verdict.retryAfter));
    const status = { accepted: 201, gone: 410, fail: 500, busy: 429 }[verdict.kind];
    return void response.status(status).end();
  });
  return router;
}
