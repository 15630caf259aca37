import { posix } from 'node:path';
import type { Page } from './page.ts';
import { readText } from './repository.ts';

/** A document of the repository that is a page of the site. */
interface Document {
  /** The path of its page on the site, without a suffix. */
  page: string;
  /** Its path in the repository. */
  file: string;
  /** Its title in the sidebar. */
  title: string;
  /** The headings of the sections that the page shows; all if absent. */
  sections?: readonly string[];
}

/** The documents of the repository that the site shows. Their text has one source. */
export const documents: readonly Document[] = [
  {
    page: '/integrators/tour',
    file: 'README.md',
    title: 'Tour with curl',
    sections: ['From an invite to a resident', 'Doors and guests', "A visitor's call", 'Webhooks'],
  },
  { page: '/integrators/typescript', file: 'clients/typescript/README.md', title: 'TypeScript client' },
  { page: '/integrators/python', file: 'clients/python/README.md', title: 'Python client' },
  { page: '/integrators/agents', file: 'apps/mcp/README.md', title: 'Agents (MCP)' },
  { page: '/operators/deploy', file: 'docs/deploy.md', title: 'Deployment' },
  { page: '/operators/configuration', file: 'docs/configuration.md', title: 'Configuration' },
  { page: '/operators/mongodb-users', file: 'docs/mongodb-users.md', title: 'Users of MongoDB' },
  { page: '/operators/observability', file: 'docs/observability/README.md', title: 'Observability' },
  { page: '/operators/runbook', file: 'docs/observability/runbook.md', title: 'Runbook' },
  { page: '/operators/audit', file: 'docs/audit.md', title: 'Audit' },
  { page: '/operators/backup', file: 'docs/backup.md', title: 'Backup and restore' },
  { page: '/operators/scale', file: 'docs/scale.md', title: 'Scale' },
  { page: '/operators/performance', file: 'docs/performance.md', title: 'Performance' },
  { page: '/operators/reliability', file: 'docs/reliability.md', title: 'Reliability' },
  { page: '/reference/changelog', file: 'CHANGELOG.md', title: 'Changelog' },
];

const link = /\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/** Points links to the pages of the site. A link to a file outside the site becomes its text. */
function rewriteLinks(text: string, file: string): string {
  return text.replaceAll(link, (_match, label: string, path: string, hash = '') => {
    const target = posix.join(posix.dirname(file), path);
    const page = documents.find((document) => document.file === target)?.page;
    if (page !== undefined) return `[${label}](${page}${hash})`;
    return target.startsWith('docs/openapi/') ? `[${label}](/${target.slice('docs/'.length)})` : label;
  });
}

/** Keeps the sections with the given headings of the second level. */
function pickSections(text: string, { title, sections }: Document): string {
  if (!sections) return text;
  const parts = text
    .split(/^(?=## )/m)
    .filter((part) => sections.some((name) => part.startsWith(`## ${name}\n`)));
  if (parts.length !== sections.length) throw new Error(`${title}: a section is missing`);
  return `# ${title}\n\n${parts.join('')}`;
}

/**
 * Returns the pages that have a document of the repository as their text.
 *
 * @throws Error for a section that the document lacks
 */
export const documentPages = (): Page[] =>
  documents.map((document) => ({
    path: document.page,
    text: rewriteLinks(pickSections(readText(document.file), document), document.file),
  }));
