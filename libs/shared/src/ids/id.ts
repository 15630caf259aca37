import { eventIdPrefix } from '@pas/platform/events/envelope';
import { derivePrefixedId, type IdOrigin } from '@pas/platform/ids/derived-id';
import { newPrefixedId, prefixedIdPattern } from '@pas/platform/ids/prefixed-id';
import { z } from 'zod';

/** The entity behind each id prefix. An id shows its kind of entity without a look-up. */
export const prefixes = {
  tenant: 'ten',
  property: 'prop',
  unit: 'unit',
  user: 'user',
  account: 'acc',
  accountNotice: 'ntc',
  residence: 'res',
  invite: 'inv',
  delivery: 'dlv',
  call: 'call',
  device: 'dev',
  virtualNumber: 'vn',
  accessPoint: 'door',
  accessEvent: 'ace',
  accessPass: 'pass',
  doorAlarm: 'alm',
  unlockAttempt: 'att',
  session: 'ses',
  passwordReset: 'rst',
  contactCode: 'code',
  passkey: 'pky',
  passkeyChallenge: 'pkc',
  operatorSession: 'ops',
  setupLink: 'set',
  event: eventIdPrefix,
  auditRecord: 'aud',
  apiKey: 'key',
  controllerKey: 'ckey',
  import: 'imp',
  webhookEndpoint: 'whe',
  webhookAttempt: 'wat',
  moveReceipt: 'rcp',
  report: 'rep',
  alertMail: 'aml',
  webhookReceipt: 'rcpt',
  testClock: 'tclk',
} as const;

export type Entity = keyof typeof prefixes;

/** Mints an id such as `unit_01kb…`. Ids sort by creation time. */
export function newId(entity: Entity): string {
  return newPrefixedId(prefixes[entity]);
}

/** Derives the id of a numbered entity from its origin. The same arguments give the same id. */
export function deriveId(entity: Entity, origin: IdOrigin, number: number): string {
  return derivePrefixedId(prefixes[entity], origin, number);
}

const entitiesByPrefix = new Map(
  (Object.keys(prefixes) as Entity[]).map((entity) => [prefixes[entity] as string, entity]),
);

/** Returns the entity of a well-formed id; null for any other text. */
export function entityOfId(text: string): Entity | null {
  const entity = entitiesByPrefix.get(text.slice(0, text.indexOf('_')));
  return entity !== undefined && idPattern(entity).test(text) ? entity : null;
}

/** Returns the pattern of an entity's ids, as in the OpenAPI description. */
export function idPattern(entity: Entity): RegExp {
  return prefixedIdPattern(prefixes[entity]);
}

/** Returns the zod schema of an entity's ids. */
export function idSchema(entity: Entity): z.ZodString {
  return z
    .string()
    .regex(idPattern(entity), { message: `Expected an id that starts with ${prefixes[entity]}_.` })
    .meta({ example: `${prefixes[entity]}_01kb3rt9d5e0p8m6q2v7x4hzjn` });
}
