import { parseArgs } from 'node:util';
import { apiDescriptions } from './openapi/api-descriptions.ts';
import { mountedPages, routeFinder } from './route-files.ts';

const helpText = `Prints METHOD PATH SCOPE FILE:LINE of every route, or of the routes that match PATH.

Usage: pnpm routes [PATH]

  PATH        a part of a path (units), or an address from a log
              (http://127.0.0.1:8080/api/admin/units/unit_01kb…?limit=1)
  -h, --help  this text

A route without an API description, such as a page, has no scope: -.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
});
const [asked = ''] = positionals;
if (values.help) {
  console.log(helpText);
  process.exit();
}

const defined = Object.entries(apiDescriptions).flatMap(([service, { routes }]) => {
  const locationsOf = routeFinder(service);
  return routes.map(({ method, path, scope }) => ({
    method,
    path,
    scope: scope ?? '-',
    location: locationsOf({ method, path }).join(' '),
  }));
});
const pages = mountedPages().map((page) => ({ ...page, scope: '-' }));

/** Reduces an address from a log or a browser to its path: `http://…/api/admin/units/unit_01kb…?limit=1`. */
const askedPath = asked.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '');

const answers = (path: string): boolean =>
  new RegExp(`^${RegExp.escape(path).replaceAll(/\\\{\w+\\\}/g, '[^/]+')}$`).test(askedPath);

const all = [...defined, ...pages];
const part = all.filter(({ path }) => path.includes(askedPath));
const found = part.length > 0 ? part : all.filter(({ path }) => answers(path));

const rows = found.map(({ method, path, scope, location }) => [method.toUpperCase(), path, scope, location]);
const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
if (rows.length === 0) {
  console.error(`No route contains or answers ${asked}.`);
  process.exitCode = 1;
}
