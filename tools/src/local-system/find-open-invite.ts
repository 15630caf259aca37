import type { LocalFile } from './local-file.ts';

/** A person waits for the summary, and a link is the least of it. */
const timeoutMs = 2000;

/**
 * Finds the link of an invite that can still be accepted, by the Admin API as any other client.
 *
 * @returns null where there is none, or no answer
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
