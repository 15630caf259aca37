import type { Entity } from '../api.ts';

/** A webhook endpoint, which receives events. */
export type Endpoint = Entity<'WebhookEndpoint'>;

/** A type of event. */
export type EventType = Exclude<Endpoint['events'][number], '*'>;

/** Words for the events that an endpoint can receive. */
export const eventWords: Readonly<Record<EventType, string>> = {
  'invite.created': 'Invite created',
  'invite.dispatched': 'Invite sent',
  'invite.accepted': 'Invite accepted',
  'invite.expired': 'Invite expired',
  'resident.moved_in': 'Resident moved in',
  'resident.moved_out': 'Resident moved out',
  'call.started': 'Call started',
  'call.ended': 'Call ended',
  'door.opened': 'Door opened',
  'door.denied': 'Door refused',
  'door.offline': 'Door offline',
  'door.online': 'Door online again',
  'door.held': 'Door held open',
  'door.forced': 'Door forced',
  'unit.unreachable': 'Unit unreachable',
  'report.created': 'Problem reported',
  'import.completed': 'Import completed',
  'key.rotated': 'API key replaced',
  'key.expiring': 'API key expires soon',
  'key.leaked': 'API key is public',
};

/** Example code for a receiver: verifies the signature of a message before it reads the body. */
export const example = `import { createHmac, timingSafeEqual } from 'node:crypto';

// secret: the endpoint's "whsec_…"; body: the raw text of the request
export function isGenuine(headers, body, secret) {
  const age = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']));
  if (!(age < 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const text = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const expected = createHmac('sha256', key).update(text).digest();
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;
