import { core } from '@pas/platform/mongo/connections';

/** Background commands: the watch over the database, the fold of totals, the end of a door's command. */
const beside: ReadonlySet<string> = new Set(['ping', 'insert row_counts', 'update unlock_attempts']);

/**
 * Lists the commands that work sends to the database, such as `find calls`, sorted.
 *
 * @param about lists only commands with this id
 */
export async function commandsOf<T>(
  work: () => Promise<T>,
  about = '',
): Promise<{ result: T; commands: string[] }> {
  const commands: string[] = [];
  const record = ({
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
  // One client serves both databases of a test.
  const client = core.getClient().on('commandStarted', record);
  const result = await work();
  client.off('commandStarted', record);
  return { result, commands: commands.filter((each) => !beside.has(each)).toSorted() };
}
