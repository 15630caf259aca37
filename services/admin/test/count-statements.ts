import { core } from '@pas/platform/mongo/connections';

/** Counts the statements of a request in the Core. */
export async function countStatements<T>(request: () => Promise<T>): Promise<{ count: number; answer: T }> {
  let count = 0;
  const watch = ({ command }: { command: { $db: string } }): void => {
    if (command.$db === core.name) count += 1;
  };
  core.getClient().on('commandStarted', watch);
  try {
    return { answer: await request(), count };
  } finally {
    core.getClient().off('commandStarted', watch);
  }
}
