import type { LocalFile } from './local-file.ts';

/** Short timeout, because a person waits for the summary and its examples are optional. */
const timeoutMs = 2000;

type Access = Pick<LocalFile, 'gatewayUrl' | 'apiKey'>;

/** Reads a path of the Admin API; null without an answer. */
async function readAdmin({ gatewayUrl, apiKey }: Access, path: string): Promise<unknown> {
  const request = {
    headers: { Authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(timeoutMs),
  };
  return fetch(`${gatewayUrl}/api/admin/${path}`, request).then(
    (response) => response.json().catch(() => null),
    () => null,
  );
}

/** Finds the link of an open invite; null without one. */
export async function findOpenInvite(access: Access): Promise<string | null> {
  const answer = await readAdmin(access, 'onboarding/invites?status=PENDING&sort=-expiresAt&limit=1');
  return (answer as { invites?: { inviteUrl: string }[] } | null)?.invites?.[0]?.inviteUrl ?? null;
}

interface Numbers {
  virtualNumbers?: { number: string; unitId: string | null }[];
}

/** Finds the virtual number of a unit, for `pas trigger call`; null without one. */
export async function findVisitedNumber(access: Access): Promise<string | null> {
  const path = 'virtual-numbers?status=ASSIGNED&provider=TELEPHONY_A&limit=200';
  const { virtualNumbers = [] } = ((await readAdmin(access, path)) ?? {}) as Numbers;
  return virtualNumbers.find(({ unitId }) => unitId !== null)?.number ?? null;
}
