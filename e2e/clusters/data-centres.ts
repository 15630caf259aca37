import { execFileSync } from 'node:child_process';
import type { Site, Sites } from '@pas/tools/local-system/plans/blueprint';

/** Name of a data centre. Replica and member 1 run in `a`, 2 in `b`, 3 in `c`. */
export type DataCentre = 'a' | 'b' | 'c';

const names: readonly DataCentre[] = ['a', 'b', 'c'];

/** Three network namespaces on one bridge of this machine. */
export interface DataCentres {
  sites: Sites;
  /** Drops the packets of one direction, silently, as a broken link does. */
  cut(from: DataCentre, to: DataCentre): void;
  /** Drops a share of the packets of one direction, from 0 to 1. */
  lose(share: number, from: DataCentre, to: DataCentre): void;
  /** Restores all links. */
  heal(): void;
  remove(): void;
}

const run = (...[program, ...args]: [string, ...string[]]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs a command that may have nothing to do. */
function tryTo(...command: [string, ...string[]]): void {
  try {
    run(...command);
  } catch {
    // There is nothing to remove.
  }
}

/** Returns why this machine cannot create network namespaces; null when it can. */
export function whyNoNamespaces(): string | null {
  const probe = `pas-${process.pid}-probe`;
  try {
    run('ip', 'netns', 'add', probe);
    run('ip', 'netns', 'exec', probe, 'iptables', '-w', '-L', '-n');
    run('ip', 'netns', 'del', probe);
    return null;
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0] ?? '';
  }
}

/** Builds the networks of three data centres. A process of one reaches those of the others and this machine. */
export function buildDataCentres(): DataCentres {
  const subnet = process.pid % 250;
  const bridge = `pas${subnet}`;
  const siteOf = (name: DataCentre): Site => ({
    namespace: `${bridge}-${name}`,
    address: `10.231.${subnet}.${names.indexOf(name) + 1}`,
  });
  const outside = `10.231.${subnet}.254`;
  const removeAll = (): void => {
    // The end of a namespace removes its link.
    for (const name of names) tryTo('ip', 'netns', 'del', siteOf(name).namespace);
    tryTo('ip', 'link', 'del', bridge);
  };
  // An interrupted run with the same number may have left them.
  removeAll();
  process.once('exit', removeAll);
  run('ip', 'link', 'add', bridge, 'type', 'bridge');
  run('ip', 'addr', 'add', `${outside}/24`, 'dev', bridge);
  run('ip', 'link', 'set', bridge, 'up');
  for (const name of names) joinToBridge(siteOf(name), bridge, `${bridge}${name}`);
  const rule = (from: DataCentre, to: DataCentre, ...match: string[]): void => {
    const { namespace } = siteOf(to);
    const source = siteOf(from).address;
    run(
      'ip',
      'netns',
      'exec',
      namespace,
      'iptables',
      '-w',
      '-A',
      'INPUT',
      '-s',
      source,
      ...match,
      '-j',
      'DROP',
    );
  };
  return {
    sites: { members: names.map(siteOf), outside },
    cut: rule,
    lose: (share, from, to) =>
      rule(from, to, '-m', 'statistic', '--mode', 'random', '--probability', String(share)),
    heal() {
      for (const name of names)
        run('ip', 'netns', 'exec', siteOf(name).namespace, 'iptables', '-w', '-F', 'INPUT');
    },
    remove() {
      process.off('exit', removeAll);
      removeAll();
    },
  };
}

function joinToBridge({ namespace, address }: Site, bridge: string, link: string): void {
  run('ip', 'netns', 'add', namespace);
  run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  run('ip', 'link', 'set', link, 'master', bridge, 'up');
  run('ip', '-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  run('ip', '-n', namespace, 'link', 'set', 'eth0', 'up');
  run('ip', '-n', namespace, 'link', 'set', 'lo', 'up');
}
