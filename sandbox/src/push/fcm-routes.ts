import { randomUUID } from 'node:crypto';
import express from 'express';
import type { Response, Router } from 'express';
import { z } from 'zod';
import type { PushBook, PushVerdict } from './push-book.ts';
import { readSigned } from './verify-token.ts';

const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const Grant = z.object({ grant_type: z.literal(grant), assertion: z.string() });

const Message = z.object({
  message: z.object({
    token: z.string().min(1),
    notification: z.object({ title: z.string().optional(), body: z.string().optional() }).optional(),
    data: z.record(z.string(), z.string()).default({}),
  }),
});

const tokenSeconds = 3600;

interface ApiError {
  status: string;
  errorCode?: string;
  message?: string | undefined;
}

function refuse(response: Response, status: number, error: ApiError): void {
  const { status: name, errorCode, message = name } = error;
  const details = errorCode ? [{ errorCode }] : [];
  response.status(status).json({ error: { code: status, message, status: name, details } });
}

const statusNames: Readonly<Record<number, string>> = { 400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED' };

function answerAs(response: Response, verdict: PushVerdict): void {
  if (verdict.kind === 'silent') return;
  if (verdict.kind === 'accepted')
    return void response.json({ name: `projects/local/messages/${verdict.id}` });
  if (verdict.kind === 'gone')
    return refuse(response, 404, { status: 'NOT_FOUND', errorCode: 'UNREGISTERED' });
  if (verdict.kind === 'refuse')
    return refuse(response, verdict.status, {
      status: statusNames[verdict.status] ?? 'UNKNOWN',
      errorCode: verdict.code,
      message: verdict.message,
    });
  if (verdict.kind === 'fail') return refuse(response, 500, { status: 'INTERNAL' });
  response.set('Retry-After', String(verdict.retryAfter));
  refuse(response, 429, { status: 'RESOURCE_EXHAUSTED', errorCode: 'QUOTA_EXCEEDED' });
}

/** Routes of FCM: its token service, and messages (HTTP v1). */
export function createFcmRoutes(book: PushBook, publicKeyPem: string | undefined): Router {
  const issued = new Set<string>();
  const router = express.Router();
  router.post('/fcm/token', express.urlencoded({ extended: false }), async (request, response) => {
    const { data } = Grant.safeParse(request.body);
    const claims = data && (await readSigned(data.assertion, publicKeyPem, 'RS256'));
    if (!claims) return void response.status(400).json({ error: 'invalid_grant' });
    const token = randomUUID();
    issued.add(token);
    return void response.json({ access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' });
  });
  router.post(
    String.raw`/fcm/v1/projects/:project/messages\:send`,
    express.json(),
    async (request, response) => {
      const token = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1];
      if (token === undefined || !issued.has(token))
        return refuse(response, 401, { status: 'UNAUTHENTICATED' });
      const { data: sent } = Message.safeParse(request.body);
      if (!sent) return refuse(response, 400, { status: 'INVALID_ARGUMENT' });
      const { token: device, notification, data } = sent.message;
      const { title = null, body = null } = notification ?? {};
      const verdict = await book.take({ provider: 'FCM', token: device, title, body, data });
      return answerAs(response, verdict);
    },
  );
  return router;
}
