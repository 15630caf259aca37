import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Verification as Found } from './verify-chain.ts';

const Seq = z.int().min(1);

/** The result of a check of the chain, as the Admin API shows it. */
export const Verification = z
  .object({
    valid: z
      .boolean()
      .meta({ description: 'Whether everything that was checked is unchanged since it was sealed.' }),
    complete: z.boolean().meta({
      description:
        'False when 15 seconds were not enough: continue with `?fromSeq=` and the number in nextSeq.',
    }),
    checked: z
      .int()
      .min(0)
      .meta({ description: 'The number of records that are unchanged since they were sealed.' }),
    nextSeq: Seq.nullable(),
    firstBrokenSeq: Seq.nullable().meta({
      description:
        'The first record that was changed, is missing, or differs from its checkpoint. A changed personal value counts too.',
    }),
    head: z
      .object({ seq: Seq, hash: z.string() })
      .nullable()
      .meta({
        description: 'The last record of the chain; null while there is none.',
        example: { seq: 1204, hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      }),
    checkpoints: z
      .object({
        checked: z.int().min(0),
        lastSeq: Seq.nullable().meta({ description: 'The last record that a checkpoint covers.' }),
        bad: z.array(z.object({ line: z.int().min(1), reason: z.enum(['forged', 'unreadable']) })).meta({
          description:
            'Lines of the checkpoint file that are not valid. `forged`: the signature is wrong, or the line belongs to another chain; `valid` is false then. `unreadable`: cut short by a crash, or overwritten.',
        }),
        publicKeys: z
          .array(z.object({ kid: z.string(), kty: z.string(), crv: z.string(), x: z.string() }))
          .meta({
            description:
              'The keys whose signatures are accepted (JWK, RFC 8037). Compare them with the keys that you noted.',
            example: [
              {
                kid: 'audit-1',
                kty: 'OKP',
                crv: 'Ed25519',
                x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
              },
            ],
          }),
      })
      .meta({ description: 'The checkpoints that the sealer has signed and stored outside the database.' }),
  })
  .meta({ id: 'AuditVerification' });

/** Presents the result of a check, with the public keys that verify the checkpoints. */
export function presentVerification(
  found: Found,
  publicKeys: ReadonlyMap<string, KeyObject>,
): z.input<typeof Verification> {
  const { bad, ...checkpoints } = found.checkpoints;
  const keys = [...publicKeys].map(([kid, key]) => {
    const { kty = '', crv = '', x = '' } = key.export({ format: 'jwk' });
    return { kid, kty, crv, x };
  });
  return { ...found, checkpoints: { ...checkpoints, bad: [...bad], publicKeys: keys } };
}
