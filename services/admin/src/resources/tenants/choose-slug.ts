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

/** The first numbers that are free behind a slug; after a lost race a random one of the next, so that rivals part. */
async function findFreeSlug(base: string, losses: number): Promise<string> {
  const stem = base.slice(0, maxLength - 7);
  const filter = { isLive: true, slug: { $gte: stem, $lt: `${stem}.` } };
  const rows = await TenantModel.find(filter, { slug: 1 }).lean<Pick<TenantRow, 'slug'>[]>();
  const taken = new Set(rows.map(({ slug }) => slug));
  let left = randomInt(2 ** Math.min(losses, 6));
  for (let number = 2; ; number += 1) {
    const slug = numberedSlug(base, number);
    if (taken.has(slug)) continue;
    if (left === 0) return slug;
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
    const slug = losses === 0 ? base : await findFreeSlug(base, losses - 1);
    try {
      return await work(slug);
    } catch (error) {
      losses += 1;
      if (!isDuplicateIn(error, ['slug']) || losses > maxTries) throw error;
      if (within) throw new RunAgain('The slug is taken.');
    }
  }
}
