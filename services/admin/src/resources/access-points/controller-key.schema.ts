import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { maxGraceSeconds } from '@pas/shared/api-keys/replace-api-key';
import { idSchema } from '@pas/shared/ids/id';
import type { ControllerKeyRow } from '@pas/shared/models/controller-key';
import { z } from 'zod';

export const CreateControllerKey = z.object({
  gracePeriodSeconds: z.int().min(0).max(maxGraceSeconds).default(0).meta({
    description:
      'The time for which the earlier key still works, in seconds. 0: the earlier key stops working within a second.',
    example: 86_400,
  }),
});

/** The new key of a controller. */
export const ControllerKey = z
  .object({
    id: idSchema('controllerKey'),
    secret: z.string().nullable().meta({
      'x-secret': true,
      description:
        'The whole key, for Authorization: Bearer. Only this answer shows it: it is null when the request is repeated with its Idempotency-Key.',
      example: 'pac_0aZ31bYq7Tn4_…',
    }),
    secretAvailable: z.boolean().meta({ description: 'Whether this answer shows the secret.' }),
  })
  .meta({ id: 'ControllerKey' });

/** A working key of a controller, without its secret. */
export const WorkingControllerKey = z
  .object({
    id: idSchema('controllerKey'),
    accessPointId: idSchema('accessPoint'),
    createdAt: Timestamp,
    graceUntil: Timestamp.nullable().meta({
      description: 'The time at which a replaced key stops working. Null for the current key.',
    }),
    reporting: z.boolean().meta({
      description: 'Whether the last report of the access point came with this key.',
    }),
  })
  .meta({ id: 'WorkingControllerKey' });

/** Presents a working key. */
export const presentControllerKey = ({
  _id: id,
  accessPointId,
  createdAt,
  graceUntil,
  reporting,
}: ControllerKeyRow & { reporting: boolean }): z.input<typeof WorkingControllerKey> => ({
  id,
  accessPointId,
  createdAt: timestamp(createdAt),
  graceUntil: timestamp(graceUntil ?? null),
  reporting,
});
