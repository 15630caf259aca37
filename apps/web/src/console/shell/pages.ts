/** A page of the console: its address, name and required scope. */
export interface ConsolePage {
  path:
    | '/'
    | '/reports'
    | '/buildings'
    | '/residents'
    | '/invites'
    | '/imports'
    | '/calls'
    | '/doors'
    | '/activity'
    | '/passes'
    | '/devices'
    | '/numbers'
    | '/api-keys'
    | '/webhooks'
    | '/audit'
    | '/team'
    | '/settings';
  name: string;
  scope: string;
  /** Its section in the navigation. */
  group: 'now' | 'homes' | 'entrance' | 'company';
}

/** The pages in the order of the navigation. */
export const consolePages: readonly ConsolePage[] = [
  { path: '/', name: 'Today', scope: 'analytics:read', group: 'now' },
  { path: '/activity', name: 'Activity', scope: 'access-events:read', group: 'now' },
  { path: '/reports', name: 'Reports', scope: 'users:read', group: 'now' },
  { path: '/buildings', name: 'Buildings', scope: 'properties:read', group: 'homes' },
  { path: '/residents', name: 'Residents', scope: 'users:read', group: 'homes' },
  { path: '/invites', name: 'Invites', scope: 'onboarding:read', group: 'homes' },
  { path: '/imports', name: 'Import', scope: 'imports:read', group: 'homes' },
  { path: '/calls', name: 'Calls', scope: 'calls:read', group: 'entrance' },
  { path: '/doors', name: 'Doors', scope: 'access-points:read', group: 'entrance' },
  { path: '/passes', name: 'Passes', scope: 'passes:read', group: 'entrance' },
  { path: '/devices', name: 'Devices', scope: 'devices:read', group: 'entrance' },
  { path: '/numbers', name: 'Numbers', scope: 'virtual-numbers:read', group: 'entrance' },
  { path: '/api-keys', name: 'API keys', scope: 'api-keys:read', group: 'company' },
  { path: '/webhooks', name: 'Webhooks', scope: 'webhooks:read', group: 'company' },
  { path: '/audit', name: 'Audit', scope: 'audit:read', group: 'company' },
  { path: '/team', name: 'Team', scope: 'users:write', group: 'company' },
  { path: '/settings', name: 'Settings', scope: 'tenants:read', group: 'company' },
];
