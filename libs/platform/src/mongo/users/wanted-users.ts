import { z } from 'zod';
import { kindOfUser, mongoUserKinds } from './store-roles.ts';

const kinds = mongoUserKinds.join(', ');

const WantedUser = z.strictObject({
  name: z
    .string()
    .refine(
      (name) => kindOfUser(name) !== undefined,
      `Expected one of ${kinds}, then a hyphen and the number of its generation, such as resident-1.`,
    ),
  password: z
    .string()
    .regex(/^[\w-]{32,}$/, 'Expected a password of at least 32 letters, digits, hyphens or underscores.'),
});

/** A user that should be in MongoDB, with its password. */
export type WantedUser = z.output<typeof WantedUser>;

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'Expected JSON.' });
    return z.NEVER;
  }
}

/** The users of an environment, as JSON: `[{ "name": "resident-1", "password": "…" }]`. */
export const WantedUsers = z
  .string()
  .transform(parseJson)
  .pipe(
    z
      .array(WantedUser)
      .min(1, 'Expected at least one user.')
      .refine(
        (users) => new Set(users.map(({ name }) => name)).size === users.length,
        'Expected each name once.',
      ),
  );
