import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Verification as Found } from './verify-chain.ts';

const Seq = z.int().min(1);

/** What a check of the chain has found, as the Admin API shows it. */
export const Verification = z
  .object({
    valid: z.boolean().meta({ description: 'Whether all that was checked is as it was sealed.' }),
    complete: z.boolean().meta({
      description: 'False when 15 seconds were not enough: go on with `?fromSeq=` and the number in nextSeq.',
    }),
    checked: z.int().min(0).meta({ description: 'Records that were found as they were sealed.' }),
    nextSeq: Seq.nullable(),
    firstBrokenSeq: Seq.nullable().meta({
      description:
        'The first record that is changed, missing or not the one that was vouched for; its personal values count.',
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
        lastSeq: Seq.nullable().meta({ description: 'The furthest record that one vouches for.' }),
        bad: z.array(z.object({ line: z.int().min(1), reason: z.enum(['forged', 'unreadable']) })).meta({
          description:
            'Lines of the file that vouch for nothing. `forged`: the signature is wrong, or it is another chain’s; the check is not valid then. `unreadable`: cut short by a crash, or overwritten.',
        }),
        publicKeys: z
          .array(z.object({ kid: z.string(), kty: z.string(), crv: z.string(), x: z.string() }))
          .meta({
            description:
              'The keys whose signatures count (JWK, RFC 8037). Compare them with those you noted.',
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
      .meta({ description: 'What the sealer has signed and kept outside the database.' }),
  })
  .meta({ id: 'AuditVerification' });

/** Presents what a check has found, with the keys by which anybody can check the checkpoints themselves. */
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
