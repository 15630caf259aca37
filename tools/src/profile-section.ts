/** Processor time of a process for one operation, from `bench/results/profile.json`. */
export interface ProfileRow {
  operation: string;
  process: string;
  cpuMs: number;
  /** Percentages by part of the process. Empty for programs without V8. */
  shares: Readonly<Record<string, number>>;
}

const head = `
## Profile

`;

const explanation = `Processor time of an operation by process, with all its effects, and the percentages of each part of a process. Native
code is V8’s own functions and system calls, such as reads and writes of sockets. Parts below half a percent are left out,
such as tracing that is off. \`script/bench profile\` measures it.

`;

/** The result of `script/bench profile`. */
export interface Profile {
  rows: readonly ProfileRow[];
  /** Percentages of the gateway's work for a list, by the folder of the nearest own function. */
  gatewayFolders: Readonly<Record<string, number>>;
}

/** Formats the section with the profile of operations. `measured` states the date, the machine and the load. */
export function formatProfile({ rows, gatewayFolders }: Profile, measured: string): string {
  const parts = [...new Set(rows.flatMap(({ shares }) => Object.keys(shares)))];
  const titles = ['operation', 'process', 'CPU, ms', ...parts.map((part) => `${part}, %`)];
  const lines = rows.map(({ operation, process, cpuMs, shares }) => [
    operation,
    process,
    cpuMs.toFixed(2),
    ...parts.map((part) => String(shares[part] ?? '–')),
  ]);
  const table = [titles, titles.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`);
  const folders = Object.entries(gatewayFolders).map(([folder, share]) => `| ${folder} | ${share} |\n`);
  const gateway = `
The gateway’s work for a list, by the folder of the nearest own function. \`none\` is Node’s server and garbage collection.

| folder | % |
| --- | --- |
`;
  return `${head}${measured}\n\n${explanation}${table.join('')}${gateway}${folders.join('')}`;
}
