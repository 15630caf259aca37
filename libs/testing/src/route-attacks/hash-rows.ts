import { control, core } from '@pas/platform/mongo/connections';

/** A hash of all rows of each collection, so that an unwanted change is noticed and its collection named. */
export async function hashRows(): Promise<Readonly<Record<string, string>>> {
  const hashes = await Promise.all(
    Object.entries({ core, control }).map(async ([name, { db }]) => {
      const answer = await db?.command({ dbHash: 1 });
      return Object.entries(answer?.['collections'] as Record<string, string>).map(
        ([collection, hash]): [string, string] => [`${name} ${collection}`, hash],
      );
    }),
  );
  return Object.fromEntries(hashes.flat());
}
