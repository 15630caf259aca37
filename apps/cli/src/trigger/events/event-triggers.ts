import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { callTriggers } from './call-triggers.ts';
import { doorTriggers } from './door-triggers.ts';
import { keyTriggers } from './key-triggers.ts';
import { onboardingTriggers } from './onboarding-triggers.ts';
import type { Trigger } from './trigger.ts';

/** The trigger of each public event. */
export const eventTriggers: Readonly<Record<PublicEventType, Trigger>> = {
  ...onboardingTriggers,
  ...callTriggers,
  ...doorTriggers,
  ...keyTriggers,
};

/** Lists the events with their operations, in the order of the catalogue. */
export const listTriggers = (): { event: PublicEventType; summary: string }[] =>
  publicEventTypes.map((event) => ({ event, summary: eventTriggers[event].summary }));
