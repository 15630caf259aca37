import { Moment } from '@pas/platform/http/moment';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import type { TestClockRow } from '@pas/shared/models/test-clock';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';

/** A test clock in the Admin API. */
export const TestClock = z
  .object({
    ...entityFields('testClock'),
    frozenAt: Timestamp.meta({
      description: 'The time of the tenant until real time passes it. Then real time counts.',
    }),
    status: z.enum(['ADVANCING', 'READY']).meta({
      description:
        'ADVANCING: processes take over the time, and workers store what is due. READY: all of it is stored.',
    }),
  })
  .meta({ id: 'TestClock' });

const soon = '2026-03-08T09:30:00Z';

export const CreateTestClock = z.object({
  frozenAt: Moment.optional().meta({
    description: 'Not in the past, and at most two years ahead. Default: the current time.',
    example: soon,
  }),
});
export type CreateTestClock = z.output<typeof CreateTestClock>;

export const AdvanceTestClock = z.object({
  to: Moment.meta({
    description: 'Later than the time of the tenant, and at most two years ahead of real time.',
    example: soon,
  }),
});

/** Fields whose changes the audit records. */
export const auditedTestClock = { fields: ['frozenAt'] };

/** Presents a stored test clock. */
export function presentTestClock(row: TestClockRow): z.input<typeof TestClock> {
  return { ...presentEntity(row), frozenAt: timestamp(row.frozenAt), status: row.status };
}
