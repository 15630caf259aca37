import { core } from '@pas/platform/mongo/connections';

/**
 * Counts the statements that work sends through the environment's client, by command and collection. Reads of tenants
 * are excluded, because a cache makes at most one per second.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const note = (event: { commandName: string; command: Record<string, unknown> }): void => {
    const { commandName: name, command } = event;
    const key = name === 'commitTransaction' ? name : `${name} ${String(command[name])}`;
    if (key !== 'find tenants') seen[key] = (seen[key] ?? 0) + 1;
  };
  const client = core.getClient().on('commandStarted', note);
  try {
    await work();
  } finally {
    client.off('commandStarted', note);
  }
  return seen;
}
