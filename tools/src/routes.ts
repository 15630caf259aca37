import { parseArgs } from 'node:util';
import { apiDescriptions } from './api-descriptions.ts';
import { filesOfRoute, readServiceSources } from './route-files.ts';

// Prints METHOD PATH SCOPE FILE of every route, or of those whose path contains the argument.
const { positionals } = parseArgs({ allowPositionals: true });
const [filter = ''] = positionals;

const sources = readServiceSources();
const rows = Object.values(apiDescriptions)
  .flatMap(({ routes }) => routes)
  .filter(({ path }) => path.includes(filter))
  .map(({ method, path, scope }) => [
    method.toUpperCase(),
    path,
    scope ?? '-',
    filesOfRoute(sources, path).join(' '),
  ]);

const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
if (rows.length === 0) {
  console.error(`No route's path contains ${filter}.`);
  process.exitCode = 1;
}
