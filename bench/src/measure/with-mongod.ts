import { freePort } from '@pas/testing/free-port';
import { startMongod } from '@pas/testing/local-mongod';
import { withDirectory } from './temporary-directory.ts';

/** Runs some work with its own mongod, and deletes its data afterwards. */
export const withMongod = <T>(work: (mongoUrl: string) => Promise<T>): Promise<T> =>
  withDirectory(async (dir) => {
    const mongod = await startMongod({ dir, port: await freePort() });
    try {
      return await work(mongod.url);
    } finally {
      await mongod.stop();
    }
  });
