import { Moment } from '@pas/platform/http/moment';
import { whenValid } from '@pas/platform/http/valid-fields';
import { z } from 'zod';

const Text = (max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Use printable ASCII characters without spaces.')
    .max(max);

/** A decision of a controller, or an alarm at its door, while the controller was offline. */
export const ControllerEvent = z
  .object({
    id: Text(64).meta({
      description: 'Id that the controller assigned. A second event of the door with this id is a duplicate.',
      example: 'boot-7-000123',
    }),
    accessPointId: Text(64).meta({ example: 'door_01kb3rt9d5e0p8m6q2v7x4hzjn' }),
    decision: z.enum(['GRANTED', 'DENIED']).optional(),
    method: z.enum(['APP', 'DTMF', 'PIN', 'STAFF', 'LINK']).optional(),
    alarm: z.enum(['HELD', 'FORCED']).optional().meta({
      description:
        'Instead of `decision` and `method`. HELD: the door is open too long. FORCED: the door opened without a command.',
    }),
    occurredAt: Moment.meta({
      override: { type: 'string', format: 'date-time' },
      description: 'Time of the event, by the controller’s clock.',
      example: '2026-06-05T18:03:11Z',
    }),
    passId: Text(64).optional().meta({
      description: 'Pass that the controller admitted.',
      example: 'pass_01kb3rt9d5e0p8m6q2v7x4hzjn',
    }),
  })
  .superRefine(
    ({ decision, method, alarm }, context) => {
      const isDecision = decision !== undefined && method !== undefined;
      if (alarm === undefined ? isDecision : decision === undefined && method === undefined) return;
      const message = 'Send either decision and method, or only alarm.';
      context.addIssue({ code: 'custom', path: ['decision'], message, params: { code: 'invalid_value' } });
    },
    { when: whenValid('decision', 'method', 'alarm') },
  );
export type ControllerEvent = z.output<typeof ControllerEvent>;

/** Report of a controller that was offline. */
export const ReportEvents = z.object({ events: z.array(ControllerEvent).min(1).max(500) }).meta({
  examples: [
    {
      events: [
        {
          id: 'boot-7-000123',
          accessPointId: 'door_01kb3rt9d5e0p8m6q2v7x4hzjn',
          decision: 'GRANTED',
          method: 'PIN',
          occurredAt: '2026-06-05T18:03:11Z',
          passId: 'pass_01kb3rt9d5e0p8m6q2v7x4hzjn',
        },
        {
          id: 'boot-7-000124',
          accessPointId: 'door_01kb3rt9d5e0p8m6q2v7x4hzjn',
          alarm: 'HELD',
          occurredAt: '2026-06-05T18:05:40Z',
        },
      ],
    },
  ],
});

/** Reasons to reject an event of a controller. */
export const rejections = ['door_not_found', 'pass_not_found', 'too_old', 'in_future'] as const;
export type Rejection = (typeof rejections)[number];

/** Result of a controller's report. */
export const ReportedEvents = z.object({
  accepted: z.int().meta({ description: 'Number of events recorded by this request.' }),
  duplicates: z.int().meta({ description: 'Number of events recorded earlier or sent twice.' }),
  rejected: z
    .array(z.object({ id: z.string().meta({ example: 'boot-7-000125' }), code: z.enum(rejections) }))
    .meta({
      description:
        'Rejected events; do not send them again. `door_not_found`: no door of the property. `pass_not_found`: no pass of the property. `too_old`: older than 30 days. `in_future`: more than five minutes ahead.',
    }),
});
