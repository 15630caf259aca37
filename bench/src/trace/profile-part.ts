/** A CPU profile as V8 writes it, as far as it is read here. */
export interface CpuProfile {
  nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string };
  }[];
  /** The node of each sample, and the microseconds since the one before. */
  samples: readonly number[];
  timeDeltas: readonly number[];
}

/** Which part of a program a frame belongs to: a package, own code, Node itself or the machine below. */
function partOf({ functionName, url }: { functionName: string; url: string }): string {
  if (url === '') return functionName;
  if (url.startsWith('node:')) return 'node';
  const [, packageName] = /\/node_modules\/(?!.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (packageName !== undefined) return packageName;
  return /\/((?:services|libs)\/[^/]+)\//.exec(url)?.[1] ?? 'other';
}

/** The share of each part in the time that the program was busy, largest first. */
export function shareOfParts({ nodes, samples, timeDeltas }: CpuProfile): [part: string, share: number][] {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const micros = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = parts.get(id) ?? 'other';
    if (part === '(idle)') return;
    micros.set(part, (micros.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const busy = [...micros.values()].reduce((total, each) => total + each, 0);
  const shares = [...micros].map(([part, own]): [string, number] => [part, own / busy]);
  return shares.toSorted(([, a], [, b]) => b - a);
}
