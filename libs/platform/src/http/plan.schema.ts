import { z } from 'zod';
import { booleanQuery } from './page.ts';
import { Timestamp } from './timestamp.ts';

const example = 't5z0f4-mJv1yqkq0vC2vW0r2o6hE8zq1b6yC0rQq8Zb1b2c3d4';

/** The hash of a plan: its end in seconds, in base 36, and a SHA-256 digest in base64url. */
const planHash = /^[0-9a-z]{6,8}-[\w-]{43}$/;

/** Effects of an operation on entities of one kind. */
const PlanEffect = z
  .strictObject({
    kind: z.string().meta({
      description:
        'The kind of the entities, such as `unit`. `email` and `sms` are messages. `refused` are the items of a bulk call that would be refused.',
      example: 'invite',
    }),
    count: z.int().positive().meta({ example: 1 }),
    examples: z
      .array(
        z.strictObject({
          id: z.string().meta({
            description: 'The id of the entity. A new invite has the id of its unit.',
            example: 'inv_01k5n3v9m4t7c8x2a6b0d1e3f5',
          }),
          label: z.string().nullable().meta({
            description:
              'Name of the entity, or the code of the refusal. Null without a name, and for callers without the read scope of the kind.',
            example: 'Clara Reyes',
          }),
        }),
      )
      .max(5)
      .meta({ description: 'At most five. Entities that the caller may not see are left out.' }),
  })
  .meta({ id: 'PlanEffect' });

/** The effects of an operation, and the hash that commits exactly these. */
export const Plan = z
  .strictObject({
    hash: z.string().meta({ description: 'Send it as `plan` with the same request.', example }),
    operation: z.string().meta({ description: 'The operation’s `operationId`.', example: 'deleteUnit' }),
    expiresAt: Timestamp.meta({
      description: '15 minutes after the dry run. Afterwards the hash is refused.',
    }),
    effects: z.array(PlanEffect).meta({ description: 'Empty if the operation would change nothing.' }),
  })
  .meta({ id: 'Plan' });

/** The answer to a dry run. */
export const PlanAnswer = z.object({ plan: Plan });

/** The query parameters of an operation with plans. */
export const planQuery = {
  dryRun: booleanQuery(
    '`true`: answers 200 with `plan` and changes nothing. The checks are those of the operation. An `Idempotency-Key` has no effect.',
  ),
  plan: z.string().regex(planHash).optional().meta({
    description:
      'The hash of a plan. The operation does exactly what the plan lists, or answers 409 `plan_changed`. `details.hash` is then the hash of the present plan.',
    example,
  }),
};
