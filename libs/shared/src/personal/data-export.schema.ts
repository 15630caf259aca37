import { z } from 'zod';
import { idSchema } from '../ids/id.ts';

/** All stored data of a person. */
export const DataExport = z
  .object({
    userId: idSchema('user'),
    collections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
      description:
        'The rows that belong to the person, by collection. A collection without such rows has an empty list.',
      example: {
        users: [{ id: 'user_01kb3rt9d5e0p8m6q2v7x4hzjn', email: 'jordan@example.test', firstName: 'Jordan' }],
        devices: [{ id: 'dev_01kb3rt9d5e0p8m6q2v7x4hzjn', platform: 'IOS', tokenLast6: 'f3a9c1' }],
      },
    }),
  })
  .meta({ id: 'DataExport' });
