import type { ConsumerDeclaration } from '@pas/platform/events/declarations';
import type { Program } from '@pas/platform/programs/programs';
import type { EventType } from './catalogue.ts';
import { batchType } from './batch-events.ts';
import { publicSubjects } from './public-types.ts';
import type { StreamName } from './streams.ts';

/** A program that publishes events: a running service, or the operator's command line. */
export type Publisher = Program | 'cli';

/**
 * Publishers of each event. `commit` refuses the events of other programs. `bus-users.ts` derives the permissions of
 * bus users from this table. The sweeper publishes the events of a program without a bus, such as the gateway.
 */
const publishers: Readonly<Record<EventType, readonly Publisher[]>> = {
  'pas.v1.onboarding.invite.created': ['admin', 'admin-workers', 'resident'],
  'pas.v1.onboarding.invite.dispatched': ['admin', 'admin-workers', 'resident'],
  'pas.v1.onboarding.invite.resent': ['admin'],
  'pas.v1.onboarding.invite.delivered': ['webhooks'],
  'pas.v1.onboarding.invite.previewed': ['resident'],
  'pas.v1.onboarding.invite.accepted': ['resident', 'core-mobile'],
  'pas.v1.onboarding.invite.expired': ['admin', 'admin-workers', 'resident', 'core-mobile'],
  'pas.v1.onboarding.invite.revoked': ['admin', 'admin-workers', 'resident'],
  'pas.v1.onboarding.import.committed': ['admin-workers'],
  'pas.v1.onboarding.import.reverted': ['admin-workers'],
  'pas.v1.onboarding.residence.started': ['admin', 'admin-workers', 'resident', 'core-mobile'],
  'pas.v1.onboarding.residence.ended': ['admin', 'admin-workers', 'resident', 'core-mobile'],
  'pas.v1.onboarding.batch.committed': ['admin-workers'],
  'pas.v1.identity.reset.requested': ['resident'],
  'pas.v1.identity.code.requested': ['resident'],
  'pas.v1.identity.notice.requested': ['resident'],
  'pas.v1.keys.key.revoked': ['admin', 'cli'],
  'pas.v1.keys.key.rotated': ['admin', 'cli'],
  'pas.v1.keys.key.expiring': ['admin-workers'],
  'pas.v1.keys.key.leaked': ['admin'],
  'pas.v1.access.point.granted': ['admin', 'resident', 'core-mobile', 'webhooks'],
  'pas.v1.access.point.denied': ['admin', 'resident', 'core-mobile', 'webhooks'],
  'pas.v1.access.point.online': ['admin', 'resident', 'core-mobile', 'webhooks'],
  'pas.v1.access.point.offline': ['admin-workers'],
  'pas.v1.access.point.held': ['core-mobile'],
  'pas.v1.access.point.forced': ['core-mobile'],
  'pas.v1.access.unit.unreachable': ['webhooks'],
  'pas.v1.access.report.created': ['resident'],
  'pas.v1.calls.call.started': ['webhooks'],
  'pas.v1.calls.call.rung': ['webhooks'],
  'pas.v1.calls.call.answered': ['webhooks'],
  'pas.v1.calls.call.ended': ['webhooks'],
  'pas.v1.inbound.receipt.stored': ['webhooks'],
  'pas.v1.identity.user.updated': ['admin', 'resident', 'webhooks'],
  'pas.v1.identity.user.deleted': ['webhooks'],
  'pas.v1.billing.tenant.updated': ['webhooks'],
  'pas.v1.audit.record.submitted': [
    'gateway',
    'admin',
    'admin-workers',
    'resident',
    'core-mobile',
    'webhooks',
    'cli',
  ],
  'pas.v1.audit.record.appended': ['admin-workers'],
};

/** Returns the programs that publish an event. */
export const publishersOf = (type: EventType): readonly Publisher[] => publishers[type];

/** Returns the programs of a service. Both programs of admin commit under the name `admin`. */
const programsOf = (service: string): string[] =>
  service === 'admin' ? ['admin', 'admin-workers'] : [service];

/** @throws Error when the table above lists no program of the service for the event */
export function requirePublisher(service: string, type: EventType): void {
  const programs = programsOf(service);
  if (publishersOf(type).some((publisher) => programs.includes(publisher))) return;
  throw new Error(`${service} is not among the publishers of ${type}: add it to events/traffic.ts.`);
}

/** Programs that command doors. No other program may publish on the subject of a door. */
export const doorCommanders: readonly Program[] = ['admin', 'resident', 'core-mobile', 'webhooks'];

/** A durable consumer, and the program that runs it. */
export interface DeclaredConsumer extends ConsumerDeclaration {
  stream: StreamName;
  subjects: readonly EventType[];
  program: Program;
}

/** Limit of unacknowledged messages to people. It includes those that are deferred because their tenant has many. */
const maxDeferredMessages = 10_000;

/** Durable consumers, with their subjects, streams and programs. */
export const consumers = {
  sealAudit: {
    program: 'admin-workers',
    durable: 'seal-audit',
    stream: 'AUDIT',
    subjects: ['pas.v1.audit.record.submitted'],
    /** Limit of all replicas together. Each replica holds the events that it processes. */
    maxAckPending: 4000,
  },
  deliverInvites: {
    program: 'admin-workers',
    durable: 'deliver-invites',
    stream: 'ONBOARDING',
    subjects: ['pas.v1.onboarding.invite.dispatched', 'pas.v1.onboarding.invite.resent'],
  },
  deliverResets: {
    program: 'admin-workers',
    durable: 'deliver-resets',
    stream: 'ACTIVITY',
    subjects: ['pas.v1.identity.reset.requested'],
    maxAckPending: maxDeferredMessages,
  },
  deliverCodes: {
    program: 'admin-workers',
    durable: 'deliver-codes',
    stream: 'ACTIVITY',
    subjects: ['pas.v1.identity.code.requested'],
    maxAckPending: maxDeferredMessages,
  },
  deliverNotices: {
    program: 'admin-workers',
    durable: 'deliver-notices',
    stream: 'ACTIVITY',
    subjects: ['pas.v1.identity.notice.requested'],
    maxAckPending: maxDeferredMessages,
  },
  ringResidents: {
    program: 'core-mobile',
    durable: 'ring-residents',
    stream: 'ACTIVITY',
    subjects: ['pas.v1.calls.call.rung', 'pas.v1.calls.call.answered', 'pas.v1.calls.call.ended'],
  },
  processReceipts: {
    program: 'webhooks',
    durable: 'process-receipts',
    stream: 'INBOUND',
    subjects: ['pas.v1.inbound.receipt.stored'],
    // Receipts of an unresponsive provider are delayed. They must not block the delivery of others.
    maxAckPending: 5000,
  },
  sequenceOnboarding: {
    program: 'admin-workers',
    durable: 'sequence-onboarding',
    stream: 'ONBOARDING',
    subjects: publicSubjects('onboarding'),
    maxAckPending: 2000,
  },
  sequenceBatches: {
    program: 'admin-workers',
    durable: 'sequence-batches',
    stream: 'ONBOARDING',
    subjects: [batchType],
    // Each message has up to a thousand events.
    maxAckPending: 16,
  },
  sequenceActivity: {
    program: 'admin-workers',
    durable: 'sequence-activity',
    stream: 'ACTIVITY',
    subjects: publicSubjects('activity'),
    maxAckPending: 2000,
  },
} as const satisfies Record<string, DeclaredConsumer>;

/** Every durable consumer of an environment. */
export const declaredConsumers: readonly DeclaredConsumer[] = Object.values(consumers);

/** Returns the consumers of an event, each with its program. */
export function consumersOf(type: EventType): readonly DeclaredConsumer[] {
  return declaredConsumers.filter(({ subjects }) => subjects.includes(type));
}
