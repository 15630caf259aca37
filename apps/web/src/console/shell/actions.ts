import type { ConsolePage } from './pages.ts';

/** Something to begin from everywhere: the page whose dialog opens, and the scope without which it is not offered. */
interface Action {
  name: string;
  path: ConsolePage['path'];
  scope: string;
}

/** What staff begin most, the most frequent first. */
export const actions: readonly Action[] = [
  { name: 'Invite somebody', path: '/invites', scope: 'onboarding:write' },
  { name: 'New pass', path: '/passes', scope: 'passes:write' },
  { name: 'Import residents', path: '/imports', scope: 'imports:write' },
  { name: 'New building', path: '/buildings', scope: 'properties:write' },
  { name: 'New door', path: '/doors', scope: 'access-points:write' },
  { name: 'Add a number', path: '/numbers', scope: 'virtual-numbers:write' },
  { name: 'New API key', path: '/api-keys', scope: 'api-keys:write' },
  { name: 'New webhook endpoint', path: '/webhooks', scope: 'webhooks:write' },
];
