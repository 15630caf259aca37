import { core } from '@pas/platform/mongo/connections';

/** What the process does beside: the watch over the store, the fold of totals, the end of a door's command. */
const beside: ReadonlySet<string> = new Set(['ping', 'insert row_counts', 'update unlock_attempts']);

/**
 * The commands that some work sends to the store, such as `find calls`, sorted.
 *
 * @param about only those that name this id
 */
export async function commandsOf<T>(
  work: () => Promise<T>,
  about = '',
): Promise<{ result: T; commands: string[] }> {
  const commands: string[] = [];
  const note = ({
    commandName,
    command,
  }: {
    commandName: string;
    command: Record<string, unknown>;
  }): void => {
    const { [commandName]: collection, filter, updates } = command;
    if (!JSON.stringify([filter, updates]).includes(about)) return;
    commands.push(typeof collection === 'string' ? `${commandName} ${collection}` : commandName);
  };
  // Both databases of a test are reached by one client.
  const client = core.getClient().on('commandStarted', note);
  const result = await work();
  client.off('commandStarted', note);
  return { result, commands: commands.filter((each) => !beside.has(each)).toSorted() };
}
