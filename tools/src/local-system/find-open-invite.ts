import type { LocalFile } from './local-file.ts';

/** Short timeout, because a person waits for the summary and the link is optional. */
const timeoutMs = 2000;

/**
 * Finds the link of an open invite through the Admin API.
 *
 * @returns null without such an invite or an answer
 */
export async function findOpenInvite({
  gatewayUrl,
  apiKey,
}: Pick<LocalFile, 'gatewayUrl' | 'apiKey'>): Promise<string | null> {
  try {
    const response = await fetch(
      `${gatewayUrl}/api/admin/onboarding/invites?status=PENDING&sort=-expiresAt&limit=1`,
      { headers: { Authorization: `Bearer ${apiKey}` }, signal: AbortSignal.timeout(timeoutMs) },
    );
    const { invites = [] } = (await response.json()) as { invites?: { inviteUrl: string }[] };
    return invites[0]?.inviteUrl ?? null;
  } catch {
    return null;
  }
}
