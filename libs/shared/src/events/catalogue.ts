import type { EventOf as PlatformEventOf } from '@pas/platform/events/decode-event';
import type { NewEvent as PlatformEvent } from '@pas/platform/events/envelope';
import type { z } from 'zod';
import { accessEvents } from './areas/access.ts';
import { auditEvents } from './areas/audit.ts';
import { billingEvents } from './areas/billing.ts';
import { callsEvents } from './areas/calls.ts';
import { identityEvents } from './areas/identity.ts';
import { inboundEvents } from './areas/inbound.ts';
import { keysEvents } from './areas/keys.ts';
import { onboardingEvents } from './areas/onboarding.ts';

/** Every event of the service: its subject on the bus and the schema of its data. */
export const catalogue = {
  ...onboardingEvents,
  ...identityEvents,
  ...keysEvents,
  ...accessEvents,
  ...callsEvents,
  ...billingEvents,
  ...inboundEvents,
  ...auditEvents,
} as const;

export type EventType = keyof typeof catalogue;
export type EventData<Type extends EventType> = z.infer<(typeof catalogue)[Type]>;

/** Event of an operation, before its envelope. */
export type NewEvent<Type extends EventType = EventType> = PlatformEvent<Type, EventData<Type>>;

/** An event as its consumers see it. */
export type EventOf<Type extends EventType> = PlatformEventOf<typeof catalogue, Type>;
