import type { EventType } from './catalogue.ts';

/** The events that integrators get, in the feed and by webhooks. */
export const publicEventTypes = [
  'invite.created',
  'invite.dispatched',
  'invite.accepted',
  'invite.expired',
  'resident.moved_in',
  'resident.moved_out',
  'call.started',
  'call.ended',
  'door.opened',
  'door.denied',
  'door.offline',
  'door.online',
  'door.held',
  'door.forced',
  'unit.unreachable',
  'report.created',
  'import.completed',
  'key.rotated',
  'key.expiring',
  'key.leaked',
] as const;

export type PublicEventType = (typeof publicEventTypes)[number];

/** The public type of each event on the bus that has one. */
const typeBySubject = {
  'pas.v1.onboarding.invite.created': 'invite.created',
  'pas.v1.onboarding.invite.dispatched': 'invite.dispatched',
  'pas.v1.onboarding.invite.accepted': 'invite.accepted',
  'pas.v1.onboarding.invite.expired': 'invite.expired',
  'pas.v1.onboarding.residence.started': 'resident.moved_in',
  'pas.v1.onboarding.residence.ended': 'resident.moved_out',
  'pas.v1.onboarding.import.committed': 'import.completed',
  'pas.v1.calls.call.started': 'call.started',
  'pas.v1.calls.call.ended': 'call.ended',
  'pas.v1.access.point.granted': 'door.opened',
  'pas.v1.access.point.denied': 'door.denied',
  'pas.v1.access.point.offline': 'door.offline',
  'pas.v1.access.point.online': 'door.online',
  'pas.v1.access.point.held': 'door.held',
  'pas.v1.access.point.forced': 'door.forced',
  'pas.v1.access.unit.unreachable': 'unit.unreachable',
  'pas.v1.access.report.created': 'report.created',
  'pas.v1.keys.key.rotated': 'key.rotated',
  'pas.v1.keys.key.expiring': 'key.expiring',
  'pas.v1.keys.key.leaked': 'key.leaked',
} as const satisfies Partial<Record<EventType, PublicEventType>>;

/** The same table for any event type. */
const typeOf: Readonly<Record<string, PublicEventType | undefined>> = typeBySubject;

/** Returns the bus subjects with a public type: those of onboarding, or all others. */
export function publicSubjects(areas: 'onboarding' | 'activity'): EventType[] {
  const all = Object.keys(typeBySubject) as EventType[];
  const isOnboarding = (subject: string): boolean => subject.startsWith('pas.v1.onboarding.');
  return all.filter((subject) => isOnboarding(subject) === (areas === 'onboarding'));
}

interface BusEvent {
  type: string;
  data: Readonly<Record<string, unknown>>;
}

/** Returns the public type of a bus event; null if integrators do not get it, such as a revoked invite. */
export function publicTypeOf({ type, data }: BusEvent): PublicEventType | null {
  const publicType = typeOf[type] ?? null;
  return publicType === 'invite.expired' && data['reason'] !== 'TTL' ? null : publicType;
}
