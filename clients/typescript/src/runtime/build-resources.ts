import { iteratorsOf } from './lists.ts';
import { operationOf, type OperationTable } from './operation.ts';
import type { Transport } from './transport.ts';

type Home = Record<string, unknown>;

/** Builds the resources of a client, with a method for each operation of the table. */
export function buildResources(table: OperationTable, transport: Transport): object {
  const resources: Home = {};
  for (const [name, row] of Object.entries(table)) {
    const operation = operationOf(name, row);
    const folders = name.split('.');
    const method = folders.pop() ?? '';
    const home = folders.reduce((at, folder) => (at[folder] ??= {}) as Home, resources);
    home[method] = (...values: unknown[]) => transport.call(operation, values);
    if (!operation.has('l')) continue;
    const { iterate, changes } = iteratorsOf(operation, async (values) => transport.call(operation, values));
    home['iterate'] = iterate;
    if (operation.has('u')) home['changes'] = changes;
  }
  return resources;
}
