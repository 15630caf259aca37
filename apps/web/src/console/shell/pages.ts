/** A page of the console: its address, its name and the scope without which it is not offered. */
export interface ConsolePage {
  path:
    | '/'
    | '/buildings'
    | '/residents'
    | '/invites'
    | '/imports'
    | '/calls'
    | '/doors'
    | '/passes'
    | '/devices'
    | '/numbers'
    | '/api-keys'
    | '/webhooks'
    | '/audit'
    | '/settings';
  name: string;
  scope: string;
}

/** The pages in the order of the navigation. */
export const consolePages: readonly ConsolePage[] = [
  { path: '/', name: 'Today', scope: 'analytics:read' },
  { path: '/buildings', name: 'Buildings', scope: 'properties:read' },
  { path: '/residents', name: 'Residents', scope: 'users:read' },
  { path: '/invites', name: 'Invites', scope: 'onboarding:read' },
  { path: '/imports', name: 'Import', scope: 'imports:read' },
  { path: '/calls', name: 'Calls', scope: 'calls:read' },
  { path: '/doors', name: 'Doors', scope: 'access-points:read' },
  { path: '/passes', name: 'Passes', scope: 'passes:read' },
  { path: '/devices', name: 'Devices', scope: 'devices:read' },
  { path: '/numbers', name: 'Numbers', scope: 'virtual-numbers:read' },
  { path: '/api-keys', name: 'API keys', scope: 'api-keys:read' },
  { path: '/webhooks', name: 'Webhooks', scope: 'webhooks:read' },
  { path: '/audit', name: 'Audit', scope: 'audit:read' },
  { path: '/settings', name: 'Settings', scope: 'tenants:read' },
];
