import { hash } from 'node:crypto';
import { findExcess, maxJsonDepth } from '@pas/platform/http/bound-json';
import { invalidField } from '@pas/shared/errors/raise';
import { digestContacts, digestSubject } from '@pas/shared/personal/contact-digests';
import type { SignedRequest } from './signed-request.ts';

/** The fields of a verified webhook that are stored beside its bytes. */
export interface WebhookSummary {
  /** The deduplication key, unique for one provider. */
  key: string;
  /** The provider's name of the event; null if unknown. */
  eventType: string | null;
  /** The digests of the contacts in it. */
  contactDigests: readonly string[];
}

/**
 * Reads a webhook whose signature was verified.
 *
 * @throws invalid for a body that cannot be parsed
 */
export type ReadWebhook = (request: SignedRequest, rawBody: Buffer) => WebhookSummary;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** More values than any webhook has. The texts in a webhook may come from anybody. */
const maxValues = 50_000;

/**
 * Parses a JSON body. A value other than an object yields no fields.
 *
 * @throws invalid for bytes that are not JSON in UTF-8, or have too many values
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

/** Returns a text of reasonable length; null for anything else. */
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 256 ? value : null;

const digestOf = (rawBody: Buffer): string => hash('sha256', rawBody, 'hex');

/** Reads a payments event. Its id is the same at each delivery. */
export const readPayments: ReadWebhook = (_request, rawBody) => {
  const json = parseJsonObject(rawBody);
  const { id, type } = json;
  const contactDigests = digestContacts(json);
  return { key: textOrNull(id) ?? digestOf(rawBody), eventType: textOrNull(type), contactDigests };
};

/** Reads an event of telephony-b. The id in `data` is the same at each delivery. */
export const readTelephonyB: ReadWebhook = (_request, rawBody) => {
  const { data } = parseJsonObject(rawBody);
  const { id, event_type: type } = (data ?? {}) as { id?: unknown; event_type?: unknown };
  const contactDigests = digestContacts(data);
  return { key: textOrNull(id) ?? digestOf(rawBody), eventType: textOrNull(type), contactDigests };
};

/**
 * Digests the person of an identity event. `id` names the person in events of users, `user_id` in events of sessions.
 */
function digestSubjects(data: unknown): string[] {
  const { id, user_id: userId } = (data ?? {}) as { id?: unknown; user_id?: unknown };
  const subjects = [id, userId].map(textOrNull).filter((text) => text !== null);
  return subjects.map((subject) => digestSubject(subject));
}

/** Prepares the reading of identity events. Their id is in the verified headers. */
export const identityReader =
  (readId: (request: SignedRequest) => string | null): ReadWebhook =>
  (request, rawBody) => {
    const { type, data } = parseJsonObject(rawBody);
    const contactDigests = [...digestSubjects(data), ...digestContacts(data)];
    return { key: readId(request) ?? digestOf(rawBody), eventType: textOrNull(type), contactDigests };
  };
