import type { DefaultTheme } from 'vitepress';
import { apis } from './api-pages.ts';
import { documents } from './documents.ts';

/** Titles of the guides of one reader, by the name of their file. */
const guides: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  managers: {
    'invite-a-resident': 'Invite a resident',
    'move-out': 'Move a resident out',
    'who-can-open': 'See who can open a door',
    'guest-passes': 'Give a pass',
    'import-residents': 'Import residents',
  },
  residents: {
    'sign-up': 'Sign up',
    'open-a-door': 'Open a door',
    visitors: 'Let visitors in',
  },
  integrators: {
    'quick-start': 'Quick start',
    'api-keys': 'API keys',
    environments: 'Environments',
    idempotency: 'Idempotency',
    lists: 'Lists and pages',
    'changes-and-events': 'Changes and events',
    webhooks: 'Webhooks',
    'test-your-program': 'Test your program',
    errors: 'Errors and limits',
  },
  operators: {
    install: 'Install',
    upgrade: 'Upgrade',
    alerts: 'Alerts',
  },
  reference: { events: 'Events' },
};

const titleOf = (directory: string): string => directory.charAt(0).toUpperCase() + directory.slice(1);

function linksOf(directory: string): DefaultTheme.SidebarItem[] {
  const own = Object.entries(guides[directory] ?? {}).map(([name, text]) => ({
    text,
    link: `/${directory}/${name}`,
  }));
  const shown = documents
    .filter(({ page }) => page.startsWith(`/${directory}/`))
    .map(({ page, title }) => ({ text: title, link: page }));
  const described = directory === 'reference' ? apis : [];
  return [
    ...described.map(({ name, title }) => ({ text: title, link: `/reference/${name}` })),
    ...own,
    ...shown,
  ];
}

/** The sidebar: one group for each reader, and the reference. */
export const sidebar: DefaultTheme.SidebarItem[] = Object.keys(guides).map((directory) => ({
  text: titleOf(directory),
  items: linksOf(directory),
}));

/** The navigation: the first page of each group. */
export const navigation: DefaultTheme.NavItemWithLink[] = Object.keys(guides).map((directory) => ({
  text: titleOf(directory),
  link: linksOf(directory)[0]?.link ?? '/',
  activeMatch: `^/${directory}/`,
}));
