import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import express, { Router, type Request } from 'express';
import { Problem } from '../http/problem.ts';
import { UnlockCommand, type DoorBook } from './door-book.ts';

/** Allowed difference between the time of a command and the controller's clock, in milliseconds. */
const clockToleranceMs = 300_000;

const signaturePattern = /^v1,([A-Za-z0-9+/]{43}=)$/;

function isSignedBy(secret: string, text: string, header: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  return header.split(' ').some((part) => {
    const given = Buffer.from(signaturePattern.exec(part)?.[1] ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Reads a command and verifies its signature (Standard Webhooks: HMAC-SHA-256 of id, time and body).
 *
 * @throws Problem 401 for a missing, wrong or stale signature, and for an id of another command
 */
function readSigned(request: Request, secret: string): UnlockCommand {
  const id = request.get('webhook-id') ?? '';
  const timestamp = request.get('webhook-timestamp') ?? '';
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  const isFresh = Math.abs(Number(timestamp) * 1000 - Date.now()) <= clockToleranceMs;
  const isSigned = isSignedBy(secret, `${id}.${timestamp}.${body}`, request.get('webhook-signature') ?? '');
  const command = isFresh && isSigned ? UnlockCommand.parse(JSON.parse(body)) : null;
  if (command?.attemptId !== id)
    throw new Problem(
      401,
      'signature_invalid',
      'The command is not signed by this system, or it is too old.',
    );
  return command;
}

/**
 * Plays the controllers called over HTTP, with one signed command per request.
 *
 * @param secret null refuses every command
 */
export function createHttpCommands(doors: DoorBook, secret: string | null): Router {
  const router = Router();
  const readBody = express.raw({ type: () => true, limit: '16kb' });
  router.post('/doors/:ref/unlock', readBody, async (request: Request<{ ref: string }>, response) => {
    if (secret === null)
      throw new Problem(503, 'doors_not_configured', 'The sandbox has no secret to verify commands with.');
    const { delayMs, texts } = doors.command(request.params.ref, readSigned(request, secret));
    const [text] = texts;
    // A silent controller accepts the connection and never answers.
    if (text === undefined) return;
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    response.type('json').send(text);
  });
  return router;
}
