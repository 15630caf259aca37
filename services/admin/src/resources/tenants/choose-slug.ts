import { randomInt } from 'node:crypto';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { RunAgain, type Transaction } from '@pas/platform/mongo/in-transaction';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';

const maxLength = 63;

/** Tries until a slug is free; of many that ask for one name at once, each try leaves about half. */
const maxTries = 12;

/** A slug with a number at its end, cut so that both fit. */
function numberedSlug(base: string, number: number): string {
  const suffix = `-${number}`;
  return `${base.slice(0, maxLength - suffix.length).replace(/-+$/, '')}${suffix}`;
}

/**
 * Slugs that this process is about to store. Two transactions that meet at a slug cost more than the look here: the second
 * one starts over until the first one is committed, and only then knows that it has lost.
 */
const claimed = new Set<string>();

/**
 * Claims a slug that is free: the slug itself or the first number behind it. After a race that was lost to another process
 * it is a random one of the next numbers, more of them after each loss, so that rivals part.
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
 * Runs work with a slug that is made from a name: the slug itself, or with a number where it is taken.
 *
 * @param within the transaction that the work is part of; a slug that is taken ends it, and all of it runs again
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
