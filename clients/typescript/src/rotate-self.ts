import type { AdminClient } from './admin-client.ts';
import type { components } from './generated/admin.ts';

/** Options of the rotation of a client's own key. */
export interface RotationOptions {
  /** Stores the new secret. The client uses it after this; the old key works until `gracePeriodSeconds` have passed. */
  save: (secret: string, apiKey: components['schemas']['NewApiKey']) => void | Promise<void>;
  /** How long the old key works beside the new one; the service's default is 86,400. */
  gracePeriodSeconds?: number;
}

/**
 * Replaces the API key of a client by a successor with the same scopes. Other processes keep the old key until they have
 * read the new one.
 *
 * @throws SecretUnavailableError if the answer with the secret was lost; the old key works until its grace period ends
 */
export async function rotateSelf(
  client: AdminClient,
  { save, gracePeriodSeconds }: RotationOptions,
): Promise<components['schemas']['NewApiKey']> {
  const apiKey = await client.apiKeys.rotateSelf(
    gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds },
  );
  const secret = apiKey.secret ?? '';
  await save(secret, apiKey);
  client.useApiKey(secret);
  return apiKey;
}
