import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { readText, repository } from './repository.ts';

/** The directory of earlier versions of the site, each built for its own path. */
export const archive = join(repository, 'apps/docs/archive');

/** The release that the site describes. */
const { version } = JSON.parse(readText('package.json')) as { version: string };

/** The earlier releases whose site was built, newest first. */
const earlier = existsSync(archive)
  ? readdirSync(archive).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  : [];

/** The menu of releases. */
export const versionMenu: DefaultTheme.NavItemWithChildren = {
  text: version,
  items: [
    { text: `${version} (this release)`, link: '/' },
    ...earlier.map((release) => ({ text: release, link: `/${release}/`, target: '_self' })),
  ],
};
