import type { ConsolePage } from './pages.ts';

/** An action of the search: the page whose dialog it opens, and its required scope. */
interface Action {
  name: string;
  path: ConsolePage['path'];
  scope: string;
}

/** The actions, the most frequent first. */
export const actions: readonly Action[] = [
  { name: 'Invite resident', path: '/invites', scope: 'onboarding:write' },
  { name: 'New pass', path: '/passes', scope: 'passes:write' },
  { name: 'Import residents', path: '/imports', scope: 'imports:write' },
  { name: 'New building', path: '/buildings', scope: 'properties:write' },
  { name: 'New door', path: '/doors', scope: 'access-points:write' },
  { name: 'Add number', path: '/numbers', scope: 'virtual-numbers:write' },
  { name: 'New API key', path: '/api-keys', scope: 'api-keys:write' },
  { name: 'New webhook endpoint', path: '/webhooks', scope: 'webhooks:write' },
];
