import { core } from '@pas/platform/mongo/connections';

/** Statements that belong to no request: a cache reads a tenant once per second, and refused webhooks are listed later. */
const unrelated = new Set(['find tenants', 'update webhook_rejections']);

/**
 * Counts the statements that work sends through the environment's client, by command and collection, without
 * unrelated ones.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const note = (event: { commandName: string; command: Record<string, unknown> }): void => {
    const { commandName: name, command } = event;
    const key = name === 'commitTransaction' ? name : `${name} ${String(command[name])}`;
    if (!unrelated.has(key)) seen[key] = (seen[key] ?? 0) + 1;
  };
  const client = core.getClient().on('commandStarted', note);
  try {
    await work();
  } finally {
    client.off('commandStarted', note);
  }
  return seen;
}
