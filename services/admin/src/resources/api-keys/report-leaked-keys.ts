import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { parseApiKey } from '@pas/shared/api-keys/key-format';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import type { ApiKeys } from './api-keys.ts';
import { answerEvenly } from './answer-evenly.ts';
import type { LeakReport } from './leak-report.schema.ts';
import { isWorking, markLeakedKey } from './mark-leaked-key.ts';

/** A report whose token has the shape and the checksum of a key. */
interface ValidReport extends LeakReport {
  publicId: string;
}

/** Returns the valid reports, the first one of each token. */
function validReports(reports: readonly LeakReport[]): ValidReport[] {
  const byToken = new Map<string, ValidReport>();
  for (const report of reports) {
    const parsed = parseApiKey(report.token);
    if (parsed && !byToken.has(report.token)) byToken.set(report.token, { ...report, ...parsed });
  }
  return [...byToken.values()];
}

async function applyReports(ctx: PublicContext, pepper: string, reports: readonly LeakReport[]) {
  const valid = validReports(reports);
  const publicIds = valid.map(({ publicId }) => publicId);
  const rows = await ApiKeyModel.find({ publicId: { $in: publicIds } }).lean<ApiKeyRow[]>();
  const byPublicId = new Map(rows.map((row) => [row.publicId, row]));
  for (const { publicId, token, source = null, url = null } of valid) {
    const row = byPublicId.get(publicId);
    if (!row || !matchesApiKeyHash(token, row.secretHash, pepper) || !isWorking(row, ctx.now)) continue;
    await markLeakedKey(ctx, row, { leakedAt: ctx.now, leakSource: source, leakUrl: url });
  }
}

/**
 * Applies reports of public keys. Only the whole token of a live key has an effect, and one effect per key. Other
 * tokens are ignored. The answer and its time are equal for all tokens.
 *
 * @returns the number of reports
 * @throws rate_limited
 */
export async function reportLeakedKeys(
  ctx: PublicContext,
  { pepper, countReport }: Pick<ApiKeys, 'pepper' | 'countReport'>,
  reports: readonly LeakReport[],
): Promise<{ received: number }> {
  await countReport(ctx.client.ip);
  await answerEvenly(() => applyReports(ctx, pepper, reports));
  return { received: reports.length };
}
