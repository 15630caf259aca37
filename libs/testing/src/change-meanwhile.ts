import { core } from '@pas/platform/mongo/connections';
import type { ClientSession } from 'mongoose';

/** MongoDB's error code of a transaction that writes a row of another one. */
const writeConflict = 112;

/**
 * Commits a change after concurrent work has made its checks and before it commits. The work must write a row that the
 * change has written, and must be retried after the conflict. The client must report its commands.
 *
 * @returns the result of the work
 */
export async function changeMeanwhile<Result>(
  change: (session: ClientSession) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = core.getClient();
  const session = client.startSession();
  try {
    session.startTransaction();
    await change(session);
    const conflict = new Promise<void>((resolve) => {
      client.on('commandFailed', function listen({ failure }) {
        if (!('code' in failure) || failure.code !== writeConflict) return;
        client.off('commandFailed', listen);
        resolve();
      });
    });
    const working = work();
    await conflict;
    await session.commitTransaction();
    return await working;
  } finally {
    await session.endSession();
  }
}
