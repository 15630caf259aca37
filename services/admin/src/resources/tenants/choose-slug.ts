import { randomInt } from 'node:crypto';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { RunAgain, type Transaction } from '@pas/platform/mongo/in-transaction';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';

const maxLength = 63;

/** Maximum attempts; each attempt resolves about half of the concurrent requests for one name. */
const maxTries = 12;

/** Appends a number to a slug, which is cut to fit. */
function numberedSlug(base: string, number: number): string {
  const suffix = `-${number}`;
  return `${base.slice(0, maxLength - suffix.length).replace(/-+$/, '')}${suffix}`;
}

/**
 * Slugs that this process is about to store. This check is cheaper than a conflict of two transactions at a
 * slug. Then the second one would retry until the first commits, and only then fail.
 */
const claimed = new Set<string>();

/**
 * Claims a free slug: the slug itself or with the first free number after it. After a lost race with another
 * process, it picks a random number from a range that grows with each loss. So competing processes diverge.
 */
async function claimFreeSlug(base: string, losses: number): Promise<string> {
  const stem = base.slice(0, maxLength - 7);
  const filter = { isLive: true, slug: { $gte: stem, $lt: `${stem}.` } };
  const rows = await TenantModel.find(filter, { slug: 1 }).lean<Pick<TenantRow, 'slug'>[]>();
  const taken = new Set(rows.map(({ slug }) => slug));
  let left = losses === 0 ? 0 : randomInt(2 ** Math.min(losses + 2, 7));
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : numberedSlug(base, number);
    if (taken.has(slug) || claimed.has(slug)) continue;
    if (left === 0) {
      claimed.add(slug);
      return slug;
    }
    left -= 1;
  }
}

/**
 * Runs work with a slug that is made from a name, with a number if it is taken.
 *
 * @param within the transaction of the work; a taken slug aborts it, and all of it runs again
 */
export async function withFreeSlug<T>(
  base: string,
  within: Transaction | undefined,
  work: (slug: string) => Promise<T>,
): Promise<T> {
  let losses = within ? within.attempt - 1 : 0;
  for (;;) {
    const slug = await claimFreeSlug(base, losses);
    try {
      return await work(slug);
    } catch (error) {
      losses += 1;
      if (!isDuplicateIn(error, ['slug']) || losses > maxTries) throw error;
      if (within) throw new RunAgain('The slug is taken.');
    } finally {
      claimed.delete(slug);
    }
  }
}
