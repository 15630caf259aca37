import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { CurrentPassword } from '@pas/shared/accounts/password';
import { idSchema } from '@pas/shared/ids/id';
import type { PasskeyRow } from '@pas/shared/models/passkey';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';
import { RegistrationCredential, SignInCredential } from './credential.schema.ts';
import { ChallengeId } from './passkey-options.schema.ts';

/** A passkey as shown to its person. */
export const Passkey = z
  .object({
    id: idSchema('passkey'),
    name: z.string().nullable().meta({ example: 'Chrome, Android' }),
    backedUp: z
      .boolean()
      .meta({ description: 'True for a passkey that is synchronised to other devices of the person.' }),
    transports: z.array(z.string()).meta({ example: ['internal', 'hybrid'] }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().meta({ description: 'The last sign-in with the passkey.' }),
  })
  .meta({ id: 'Passkey' });

/** A proof for the creation of a passkey. */
export const PreparePasskey = z.object({
  password: CurrentPassword.optional().meta({
    description: 'Needed 15 minutes after the log-in or later. Ignored for an account without a password.',
  }),
});
export type PreparePasskey = z.output<typeof PreparePasskey>;

/** A created passkey to add. */
export const AddPasskey = z.object({
  challengeId: ChallengeId,
  credential: RegistrationCredential,
  name: oneLine(60).nullable().optional().meta({ example: 'Chrome, Android' }),
});
export type AddPasskey = z.output<typeof AddPasskey>;

export const SignInByPasskey = z.object({ challengeId: ChallengeId, credential: SignInCredential });
export type SignInByPasskey = z.output<typeof SignInByPasskey>;

/** Audited fields of a passkey. Its name may contain that of a person. */
export const auditedPasskey = { fields: ['name'], personal: ['name'] } as const;

/** Presents a passkey to its person. */
export const presentPasskey = (row: PasskeyRow): z.input<typeof Passkey> => ({
  id: row._id,
  name: row.name,
  backedUp: row.isBackedUp,
  transports: row.transports,
  createdAt: timestamp(row.createdAt),
  lastUsedAt: row.lastUsedAt && timestamp(row.lastUsedAt),
});
