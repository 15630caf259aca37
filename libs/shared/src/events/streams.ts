import { deadLetterPrefix } from '@pas/platform/events/dead-letter';
import type { StreamDeclaration } from '@pas/platform/events/declarations';

const dayMs = 24 * 3_600_000;

/**
 * Each stream lists its own areas. A stream on `pas.v1.>` would also store the commands for doors, and its
 * acknowledgement would look like the door's answer.
 */
const declarations = {
  ONBOARDING: { subjects: ['pas.v1.onboarding.>'], maxAgeMs: 14 * dayMs },
  /**
   * A full stream must not drop unsealed records. New records wait in the outbox. Nobody can delete a record from the
   * stream.
   */
  AUDIT: {
    subjects: ['pas.v1.audit.>'],
    maxAgeMs: 14 * dayMs,
    refusesNewAt: 10_000_000,
    isAppendOnly: true,
  },
  ACTIVITY: {
    subjects: ['calls', 'access', 'identity', 'billing', 'keys'].map((area) => `pas.v1.${area}.>`),
    maxAgeMs: 14 * dayMs,
  },
  INBOUND: { subjects: ['pas.v1.inbound.>'], maxAgeMs: 14 * dayMs },
  /** Kept until an operator replays or drops them. */
  DLQ: { subjects: [`${deadLetterPrefix}>`], maxAgeMs: 0 },
} as const satisfies Record<string, Omit<StreamDeclaration, 'name'>>;

export type StreamName = keyof typeof declarations;

/** Every stream of an environment. */
export const streams: readonly StreamDeclaration[] = Object.entries(declarations).map(
  ([name, declaration]) => ({ name, ...declaration }),
);
