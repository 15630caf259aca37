import type { DeclaredCollection } from '../define-model.ts';
import { openClients } from '../open-clients.ts';
import { userServers, type UserServer } from './user-server.ts';

/** Addresses of an environment's database and of the control database, opened as the operator. */
export interface OperatorUrls {
  core: string;
  control: string;
}

/**
 * Runs work on the users of an environment, which has the name of its database.
 *
 * @param collections the collections of all models, from which the rights of the users are derived
 * @throws MongoError when a server can't be reached or does not know the operator
 */
export async function withUserServers<T>(
  urls: OperatorUrls,
  collections: readonly DeclaredCollection[],
  work: (servers: readonly UserServer[]) => Promise<T>,
): Promise<T> {
  const { core, control } = await openClients(urls);
  const clients = { core: core.client, control: control.client };
  try {
    const databases = { core: core.database, control: control.database };
    return await work(userServers(clients, databases, collections));
  } finally {
    await Promise.all([...new Set([core.client, control.client])].map((client) => client.close()));
  }
}
