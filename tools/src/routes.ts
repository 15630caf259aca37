import { parseArgs } from 'node:util';
import { apiDescriptions } from './openapi/api-descriptions.ts';
import { routeFinder } from './route-files.ts';

// Prints METHOD PATH SCOPE FILE of every route, or of those whose path contains the argument.
const { positionals } = parseArgs({ allowPositionals: true });
const [filter = ''] = positionals;

const rows = Object.entries(apiDescriptions).flatMap(([service, { routes }]) => {
  const filesOf = routeFinder(service);
  return routes
    .filter(({ path }) => path.includes(filter))
    .map(({ method, path, scope }) => [method.toUpperCase(), path, scope ?? '-', filesOf(path).join(' ')]);
});

const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
if (rows.length === 0) {
  console.error(`No route's path contains ${filter}.`);
  process.exitCode = 1;
}
