import type { KeyObject } from 'node:crypto';
import { Timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import type { Verification as Found } from './verify-chain.ts';

const Seq = z.int().min(1);

/** The records that a restore from a backup has lost, as the Admin API shows it. */
const Restoration = z
  .object({
    at: Timestamp,
    by: z.string().meta({ description: 'The operator who explained the loss.', example: 'pas (ops)' }),
    reason: z.string().meta({ example: 'The disk of the database failed.' }),
    restoredToSeq: z.int().min(0).meta({ description: 'The last record of the backup; 0 for none.' }),
    lost: z.object({ fromSeq: Seq, toSeq: Seq, checkpointHash: z.string() }).meta({
      description:
        'The lost records up to the last one that a checkpoint covered, and the hash in that checkpoint. Records behind it may be lost too.',
      example: {
        fromSeq: 1102,
        toSeq: 1204,
        checkpointHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    }),
  })
  .meta({ id: 'AuditRestoration' });

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
    restorations: z.array(Restoration).meta({
      description:
        'Restores from a backup that lost records. An operator explained each by `pas audit restored`, with the key of the checkpoints.',
    }),
  })
  .meta({ id: 'AuditVerification' });

/** Presents a restoration, without its internal id. */
function presentRestoration({ at, by, reason, seq, lost }: Found['restorations'][number]) {
  const { hash: checkpointHash, ...range } = lost;
  return { at, by, reason, restoredToSeq: seq, lost: { ...range, checkpointHash } };
}

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
  return {
    ...found,
    checkpoints: { ...checkpoints, bad: [...bad], publicKeys: keys },
    restorations: found.restorations.map(presentRestoration),
  };
}
