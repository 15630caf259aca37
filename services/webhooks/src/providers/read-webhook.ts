import { hash } from 'node:crypto';
import { findExcess, maxJsonDepth } from '@pas/platform/http/bound-json';
import { invalidField } from '@pas/shared/errors/raise';
import { digestContacts, digestSubject } from '@pas/shared/personal/contact-digests';
import type { SignedRequest } from './signed-request.ts';

/** What a verified webhook says of itself, as far as it is stored beside its bytes. */
export interface WebhookSummary {
  /** By which repeats of the webhook are recognised; unique for one provider. */
  key: string;
  /** What the provider calls the event; null where it does not say. */
  eventType: string | null;
  /** The digests of the people's contacts that it names. */
  contactDigests: readonly string[];
}

/**
 * Reads a webhook whose signature was verified.
 *
 * @throws invalid for a body that can't be parsed
 */
export type ReadWebhook = (request: SignedRequest, rawBody: Buffer) => WebhookSummary;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** More values than any webhook has: they come from the provider, and their texts from anybody. */
const maxValues = 50_000;

/**
 * Parses a JSON body. A value that is no object has no fields.
 *
 * @throws invalid for bytes that are no JSON in UTF-8, or hold more values than any webhook
 */
export function parseJsonObject(rawBody: Buffer): Record<string, unknown> {
  if (findExcess(rawBody, { maxValues, maxDepth: maxJsonDepth }))
    throw invalidField(
      'body',
      'too_big',
      `The body is signed, but it has more than ${maxValues} values or ${maxJsonDepth} levels.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(rawBody));
  } catch {
    throw invalidField(
      'body',
      'invalid_format',
      'The body is signed, but it is not JSON. Send JSON in UTF-8.',
    );
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}

/** A text of reasonable length; null for anything else. */
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 256 ? value : null;

const digestOf = (rawBody: Buffer): string => hash('sha256', rawBody, 'hex');

/** Reads a payments event: its id is the same at each delivery. */
export const readPayments: ReadWebhook = (_request, rawBody) => {
  const json = parseJsonObject(rawBody);
  const { id, type } = json;
  const contactDigests = digestContacts(json);
  return { key: textOrNull(id) ?? digestOf(rawBody), eventType: textOrNull(type), contactDigests };
};

/** Reads an event of telephony-b: the id in `data` is the same at each delivery. */
export const readTelephonyB: ReadWebhook = (_request, rawBody) => {
  const { data } = parseJsonObject(rawBody);
  const { id, event_type: type } = (data ?? {}) as { id?: unknown; event_type?: unknown };
  const contactDigests = digestContacts(data);
  return { key: textOrNull(id) ?? digestOf(rawBody), eventType: textOrNull(type), contactDigests };
};

/** The person of an identity event: an event of a user has their id, one of a session names it. */
function digestSubjects(data: unknown): string[] {
  const { id, user_id: userId } = (data ?? {}) as { id?: unknown; user_id?: unknown };
  const subjects = [id, userId].map(textOrNull).filter((text) => text !== null);
  return subjects.map((subject) => digestSubject(subject));
}

/** Prepares the reading of identity events, whose id stands in the verified headers. */
export const identityReader =
  (readId: (request: SignedRequest) => string | null): ReadWebhook =>
  (request, rawBody) => {
    const { type, data } = parseJsonObject(rawBody);
    const contactDigests = [...digestSubjects(data), ...digestContacts(data)];
    return { key: readId(request) ?? digestOf(rawBody), eventType: textOrNull(type), contactDigests };
  };
