import type { EventType } from './catalogue.ts';

/** A program that publishes events: a service, or the operator's command. */
type Publisher = 'gateway' | 'admin' | 'resident' | 'core-mobile' | 'webhooks' | 'cli';

/** Which programs publish each event; `commit` refuses the events of others. */
const publishers: Readonly<Record<EventType, readonly Publisher[]>> = {
  'pas.v1.onboarding.invite.created': ['admin'],
  'pas.v1.onboarding.invite.dispatched': ['admin'],
  'pas.v1.onboarding.invite.resent': [],
  'pas.v1.onboarding.invite.delivered': [],
  'pas.v1.onboarding.invite.previewed': ['resident'],
  'pas.v1.onboarding.invite.accepted': ['resident'],
  'pas.v1.onboarding.invite.expired': ['admin', 'resident'],
  'pas.v1.onboarding.invite.revoked': ['admin'],
  'pas.v1.onboarding.residence.started': ['admin', 'resident'],
  'pas.v1.onboarding.residence.ended': ['admin', 'resident'],
  'pas.v1.keys.key.revoked': ['admin', 'cli'],
  'pas.v1.keys.key.rotated': ['admin', 'cli'],
  'pas.v1.keys.key.expiring': ['admin'],
  'pas.v1.audit.record.submitted': ['gateway', 'admin', 'resident', 'core-mobile', 'cli'],
  'pas.v1.audit.record.appended': ['admin'],
};

/** The programs that publish an event. */
export const publishersOf = (type: EventType): readonly Publisher[] => publishers[type];

/** @throws Error when a program publishes an event that the table above doesn't give it */
export function requirePublisher(service: string, type: EventType): void {
  if (publishersOf(type).some((publisher) => publisher === service)) return;
  throw new Error(`${service} is not among the publishers of ${type}: add it to events/traffic.ts.`);
}

/** The durable consumers, all of the service admin: what each takes, and from which stream. */
export const consumers = {
  sealAudit: {
    durable: 'seal-audit',
    stream: 'AUDIT',
    subjects: ['pas.v1.audit.record.submitted'],
  },
  deliverInvites: {
    durable: 'deliver-invites',
    stream: 'ONBOARDING',
    subjects: ['pas.v1.onboarding.invite.dispatched', 'pas.v1.onboarding.invite.resent'],
  },
} as const;

/** The durables of the consumers that take an event. */
export function consumersOf(type: EventType): string[] {
  return Object.values(consumers)
    .filter(({ subjects }) => (subjects as readonly string[]).includes(type))
    .map(({ durable }) => durable);
}
