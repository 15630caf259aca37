import { randomBytes } from 'node:crypto';
import type { SealedTexts } from '@pas/platform/secrets/sealed-text';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';

type Secrets = WebhookEndpointRow['secrets'];

/** How long the previous secret signs beside its successor, in milliseconds. */
const overlapMs = 24 * 3_600_000;

/** Mints a signing secret: 32 random bytes, as the Standard Webhooks specification spells them. */
export const mintSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The secrets of an endpoint that signs with a new one; the one before signs for 24 hours more. */
export function rotatedSecrets({ secrets, now }: { secrets: Secrets; now: Date }, sealed: string): Secrets {
  const [newest] = secrets;
  const previous = newest ? [{ ...newest, until: new Date(now.getTime() + overlapMs) }] : [];
  return [{ sealed, until: null }, ...previous];
}

/** The secrets that sign at a moment, in plain text, the newest first. One that cannot be opened signs nothing. */
export function openSecrets(texts: SealedTexts, secrets: Secrets, now: Date): string[] {
  return secrets
    .filter(({ until }) => until === null || until > now)
    .flatMap(({ sealed }) => texts.open(sealed) ?? []);
}
