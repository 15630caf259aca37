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
code is V8’s own functions and system calls, such as reads and writes of sockets. \`script/bench profile\` measures it.

`;

/** Formats the section with the profile of operations. `measured` states the date, the machine and the load. */
export function formatProfile(rows: readonly ProfileRow[], measured: string): string {
  const parts = [...new Set(rows.flatMap(({ shares }) => Object.keys(shares)))];
  const titles = ['operation', 'process', 'CPU, ms', ...parts.map((part) => `${part}, %`)];
  const lines = rows.map(({ operation, process, cpuMs, shares }) => [
    operation,
    process,
    cpuMs.toFixed(2),
    ...parts.map((part) => String(shares[part] ?? '–')),
  ]);
  const table = [titles, titles.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`);
  return `${head}${measured}\n\n${explanation}${table.join('')}`;
}
