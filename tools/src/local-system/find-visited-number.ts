import type { LocalFile } from './local-file.ts';

/** Short timeout, because a person waits for the summary and the number is optional. */
const timeoutMs = 2000;

interface Numbers {
  virtualNumbers?: { number: string; unitId: string | null }[];
}

/**
 * Finds the virtual number of a unit through the Admin API, for `pas trigger call`.
 *
 * @returns null without such a number or an answer
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
