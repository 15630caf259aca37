import type { LocalFile } from './local-file.ts';

/** A person waits for the summary, and a number is the least of it. */
const timeoutMs = 2000;

interface Numbers {
  virtualNumbers?: { number: string; unitId: string | null }[];
}

/**
 * Finds the virtual number of a unit, to call it with `pas trigger call`, by the Admin API as any other client.
 *
 * @returns null where there is none, or no answer
 */
export async function findVisitedNumber({
  gatewayUrl,
  apiKey,
}: Pick<LocalFile, 'gatewayUrl' | 'apiKey'>): Promise<string | null> {
  try {
    const response = await fetch(
      `${gatewayUrl}/api/admin/virtual-numbers?status=ASSIGNED&provider=TELEPHONY_A&limit=200`,
      { headers: { Authorization: `Bearer ${apiKey}` }, signal: AbortSignal.timeout(timeoutMs) },
    );
    const { virtualNumbers = [] } = (await response.json()) as Numbers;
    return virtualNumbers.find(({ unitId }) => unitId !== null)?.number ?? null;
  } catch {
    return null;
  }
}
