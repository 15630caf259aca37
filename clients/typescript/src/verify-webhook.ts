import type { WebhookEvent } from './generated/webhook-event.ts';
import { PasError } from './runtime/errors.ts';

/** Reason why a webhook was refused. */
export type WebhookRefusal =
  | 'missing_header'
  | 'bad_timestamp'
  | 'too_old'
  | 'too_new'
  | 'no_match'
  | 'not_json';

/** A request that the service has not signed, or not now. Answer 401. */
export class WebhookVerificationError extends PasError {
  override name = 'WebhookVerificationError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal) {
    super(`The webhook is not valid: ${reason}`);
    this.reason = reason;
  }
}

/** A verified event. `id` is the same for each try: compare it to ignore repeats. */
export type VerifiedEvent = WebhookEvent & { id: string };

/** Headers of a request, as `Headers` or as an object of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of the verification. */
export interface VerifyOptions {
  /** Greatest difference of the clocks, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970; the current time by default. */
  now?: number;
}

/** The service sends two signatures at most. More are not read, so that a request cannot cost much. */
const maxSignatures = 5;

function readHeader(headers: WebhookHeaders, name: string): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const [, value] = entries.find(([key]) => key.toLowerCase() === name) ?? [];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError('missing_header');
  return value;
}

function checkTime(timestamp: string, { toleranceSeconds = 300, now = Date.now() }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('bad_timestamp');
  const ageSeconds = Math.floor(now / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError('too_old');
  if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError('too_new');
}

/** Decodes standard base64; null for another text. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

async function importSecret(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new TypeError('A secret is `whsec_` and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Returns the signatures of a header: base64 after `v1,`, separated by spaces. */
function readSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  const listed = header.split(' ', maxSignatures).filter((each) => each.startsWith('v1,'));
  return listed.map((each) => decodeBase64(each.slice(3))).filter((bytes) => bytes !== null);
}

/** Joins texts and bytes. */
function joinBytes(start: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(start);
  const joined = new Uint8Array(prefix.length + body.length);
  joined.set(prefix);
  joined.set(body, prefix.length);
  return joined;
}

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(
  header: string,
  signed: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  const signatures = readSignatures(header);
  for (const key of await Promise.all(secrets.map(importSecret))) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
    }
  }
  return false;
}

function parseEvent(body: Uint8Array): Omit<VerifiedEvent, 'id'> {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Omit<VerifiedEvent, 'id'>;
  } catch {
    throw new WebhookVerificationError('not_json');
  }
}

/**
 * Verifies a request of the service by Standard Webhooks, and returns its event.
 *
 * @param raw the body as it was received, before any parser
 * @param secrets the secrets of the endpoint; two while a rotation is under way
 * @throws WebhookVerificationError for a request that is not signed by one of the secrets, or is not of now
 */
export async function verifyWebhook(
  raw: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<VerifiedEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signature = readHeader(headers, 'webhook-signature');
  checkTime(timestamp, options);
  const body = typeof raw === 'string' ? new TextEncoder().encode(raw) : new Uint8Array(raw);
  const signed = joinBytes(`${id}.${timestamp}.`, body);
  const listed = typeof secrets === 'string' ? [secrets] : secrets;
  if (!(await isSigned(signature, signed, listed))) throw new WebhookVerificationError('no_match');
  return { ...parseEvent(body), id } as VerifiedEvent;
}
