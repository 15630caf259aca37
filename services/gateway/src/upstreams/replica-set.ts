import type { LookupFunction } from 'node:net';
import { createReplica } from './create-replica.ts';
import type { FollowedHost } from './follow-addresses.ts';
import type { Replica } from './replica.ts';

/** The replicas of an upstream, and the hosts whose addresses change them. */
export interface ReplicaSet {
  /** The list changes in place. */
  readonly replicas: readonly Replica[];
  readonly hosts: readonly FollowedHost[];
}

/** The hosts of an upstream, and their changes. */
export interface ReplicaSetOptions {
  /** The names of the hosts whose addresses are a replica each. */
  followed: ReadonlySet<string>;
  /** The look-up of all other hosts. */
  lookup: LookupFunction;
  /** Called after replicas were added or removed. */
  onChange: () => void;
}

const hostOf = (url: string): string => new URL(url).hostname;

/** Creates the replicas of an upstream: one for each URL, or for each IP address of a followed host. */
export function createReplicaSet(
  urls: readonly string[],
  { followed, lookup, onChange }: ReplicaSetOptions,
): ReplicaSet {
  const replicas = urls
    .filter((url) => !followed.has(hostOf(url)))
    .map((url) => createReplica(url, { lookup }));

  const followUrl = (url: string): FollowedHost => {
    const byIp = new Map<string, Replica>();
    let isFirst = true;
    const add = (ip: string): void => {
      const replica = createReplica(url, { ip });
      // A later address gets requests only when its replica is ready, because a process may start after its address
      // appears.
      replica.isReady = isFirst;
      byIp.set(ip, replica);
      replicas.push(replica);
    };
    const remove = (ip: string, replica: Replica): void => {
      byIp.delete(ip);
      replicas.splice(replicas.indexOf(replica), 1);
      replica.retire();
    };
    return {
      host: hostOf(url),
      update(ips) {
        const isSame = ips.length === byIp.size && ips.every((ip) => byIp.has(ip));
        if (isSame) return;
        for (const ip of ips) if (!byIp.has(ip)) add(ip);
        for (const [ip, replica] of byIp) if (!ips.includes(ip)) remove(ip, replica);
        isFirst = false;
        onChange();
      },
    };
  };

  return { replicas, hosts: urls.filter((url) => followed.has(hostOf(url))).map(followUrl) };
}
