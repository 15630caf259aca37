import { control } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import type { Change } from '../change/commit.ts';

const ignore = (): void => undefined;

/** Changes keys of the platform in one transaction. The platform has no tenant, so it has no events and no audit. */
export async function changePlatformKeys<T>(work: (change: Change) => Promise<T>): Promise<T> {
  return inTransaction(control, (session, transaction) =>
    work({ session, transaction, publish: ignore, batch: ignore, record: ignore, wake: ignore }),
  );
}
