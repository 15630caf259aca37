import { parse } from 'yaml';
import type { Page } from './page.ts';
import { readText } from './repository.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: [string];
  deprecated?: boolean;
  'x-required-scope'?: string;
}

interface Description {
  info: { title: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
}

/** The described APIs, by the name of their file. */
export const apis = [
  { name: 'admin', title: 'Admin API' },
  { name: 'resident', title: 'Resident API' },
  { name: 'core-mobile', title: 'Mobile API' },
  { name: 'webhooks', title: 'Webhooks of providers' },
] as const;

const read = (name: string): Description => parse(readText(`docs/openapi/${name}.yaml`)) as Description;

/** A cell of a table in Markdown. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function operationRow(api: string, [method, path]: readonly [string, string], operation: Operation): string {
  const viewer = `/api?api=${api}#/${encodeURIComponent(operation.tags[0])}/${operation.operationId}`;
  const scope = operation['x-required-scope'];
  const cells = [
    `[${cell(operation.summary)}](${viewer})`,
    `\`${method.toUpperCase()} ${path}\``,
    scope === undefined ? '' : `\`${scope}\``,
  ];
  return `| ${cells.join(' | ')} |`;
}

function renderTag(api: string, { paths }: Description, tag: Description['tags'][number]): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === tag.name)
      .map(([method, operation]) => operationRow(api, [method, path], operation)),
  );
  return [
    `## ${tag.name}`,
    cell(tag.description),
    '| Operation | Request | Scope |\n|---|---|---|\n' + rows.join('\n'),
  ].join('\n\n');
}

type Api = (typeof apis)[number] & { description: Description };

function renderApi({ name, title, description }: Api): Page {
  const intro = `Try the operations in the [viewer](/api?api=${name}), or take the [description](/openapi/${name}.yaml) (OpenAPI).`;
  const resources = description.tags.map((tag) => renderTag(name, description, tag));
  return { path: `/reference/${name}`, text: [`# ${title}`, intro, ...resources].join('\n\n') };
}

/** Renders the events of outgoing webhooks and of the feed. */
function renderEvents(described: readonly Api[]): Page {
  const webhooks = described.flatMap(({ description }) => Object.entries(description.webhooks ?? {}));
  const rows = webhooks.map(([type, { post }]) => `| \`${type}\` | ${cell(post.summary)} |`);
  const intro = 'Types of the events that [webhooks and the feed](/integrators/changes-and-events) carry.';
  return {
    path: '/reference/events',
    text: ['# Events', intro, ['| Type | Event |', '|---|---|', ...rows].join('\n')].join('\n\n'),
  };
}

/** Renders the operations of each described API by resource, with links to the viewer, and the events. */
export function apiPages(): Page[] {
  const described = apis.map((api) => ({ ...api, description: read(api.name) }));
  return [...described.map(renderApi), renderEvents(described)];
}
