import type { Privilege } from './store-roles.ts';

/** Merges the actions of all privileges, by collection. */
export function mergePrivileges(...lists: readonly (readonly Privilege[])[]): Privilege[] {
  const byPlace = Map.groupBy(lists.flat(), ({ resource }) => `${resource.db}/${resource.collection}`);
  return [...byPlace.values()].map((privileges) => ({
    // Every group has at least one privilege.
    resource: (privileges[0] as Privilege).resource,
    actions: [...new Set(privileges.flatMap(({ actions }) => actions))].toSorted(),
  }));
}

const linesOf = (privileges: readonly Privilege[]): string[] =>
  mergePrivileges(privileges)
    .map(({ resource, actions }) => `${resource.db}/${resource.collection} ${actions.join(' ')}`)
    .toSorted();

/** Whether two lists grant the same rights. */
export function areSamePrivileges(one: readonly Privilege[], other: readonly Privilege[]): boolean {
  return linesOf(one).join('\n') === linesOf(other).join('\n');
}
