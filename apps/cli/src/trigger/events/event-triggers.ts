import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { TriggerError } from '../sandbox-client.ts';
import { callTriggers } from './call-triggers.ts';
import { doorTriggers } from './door-triggers.ts';
import { keyTriggers } from './key-triggers.ts';
import { onboardingTriggers } from './onboarding-triggers.ts';
import type { Trigger } from './trigger.ts';

/** The trigger of each public event. */
export const eventTriggers: Readonly<Record<PublicEventType, Trigger>> = {
  ...onboardingTriggers,
  'invite.expired': {
    summary: 'has no operation: an invite ends at its expiresAt, one hour after its creation at the earliest',
    run: async () => {
      throw new TriggerError(
        'No operation ends an invite early. Create one with expiresInHours 1, and wait.',
      );
    },
  },
  ...callTriggers,
  ...doorTriggers,
  ...keyTriggers,
};

/** Lists the events with their operations, in the order of the catalogue. */
export const listTriggers = (): { event: PublicEventType; summary: string }[] =>
  publicEventTypes.map((event) => ({ event, summary: eventTriggers[event].summary }));
