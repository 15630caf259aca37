import type { z } from 'zod';
import { auditEvents } from './areas/audit.ts';
import { keysEvents } from './areas/keys.ts';
import { onboardingEvents } from './areas/onboarding.ts';

/** Every event of the service: its subject on the bus and the schema of its data. */
export const catalogue = { ...onboardingEvents, ...keysEvents, ...auditEvents } as const;

export type EventType = keyof typeof catalogue;
export type EventData<Type extends EventType> = z.infer<(typeof catalogue)[Type]>;
