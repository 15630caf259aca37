import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { encodeBase32 } from './base32.ts';

/** The entity behind each id prefix. An id tells a person what it names before anything is looked up. */
const prefixes = {
  tenant: 'ten',
  property: 'prop',
  unit: 'unit',
  user: 'user',
  account: 'acc',
  residence: 'res',
  invite: 'inv',
  delivery: 'dlv',
  call: 'call',
  device: 'dev',
  virtualNumber: 'vn',
  accessPoint: 'door',
  accessEvent: 'ace',
  accessPass: 'pass',
  unlockAttempt: 'att',
  session: 'ses',
  event: 'ev',
  auditRecord: 'aud',
  apiKey: 'key',
  import: 'imp',
  leaseHolder: 'lsh',
} as const;

export type Entity = keyof typeof prefixes;

/**
 * Mints an id such as `unit_01kb…`: the prefix of the entity and a UUIDv7 (RFC 9562, section 5.7) in base32. Ids sort
 * by the time of their making.
 */
export function newId(entity: Entity): string {
  return `${prefixes[entity]}_${encodeBase32(BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`))}`;
}

/** The shape of one entity's ids, as the OpenAPI description shows it. */
export function idPattern(entity: Entity): RegExp {
  return new RegExp(`^${prefixes[entity]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}

/** The zod schema of one entity's ids. */
export function idSchema(entity: Entity): z.ZodString {
  return z
    .string()
    .regex(idPattern(entity), { message: `Expected an id that starts with ${prefixes[entity]}_.` })
    .meta({ example: `${prefixes[entity]}_01kb3rt9d5e0p8m6q2v7x4hzjn` });
}
