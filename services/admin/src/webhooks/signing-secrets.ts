import { randomBytes } from 'node:crypto';
import type { SealedTexts } from '@pas/platform/secrets/sealed-text';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';

type Secrets = WebhookEndpointRow['secrets'];

/** Period for which the previous secret also signs, in milliseconds. */
const overlapMs = 24 * 3_600_000;

/** Creates a signing secret: 32 random bytes, in the format of the Standard Webhooks specification. */
export const mintSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Returns the secrets after a rotation; the previous one also signs for 24 more hours. */
export function rotatedSecrets({ secrets, now }: { secrets: Secrets; now: Date }, sealed: string): Secrets {
  const [newest] = secrets;
  const previous = newest ? [{ ...newest, until: new Date(now.getTime() + overlapMs) }] : [];
  return [{ sealed, until: null }, ...previous];
}

/**
 * Returns the secrets that sign at a given time, in plain text, newest first. A secret that cannot be
 * decrypted is skipped.
 */
export function openSecrets(texts: SealedTexts, secrets: Secrets, now: Date): string[] {
  return secrets
    .filter(({ until }) => until === null || until > now)
    .flatMap(({ sealed }) => texts.open(sealed) ?? []);
}
