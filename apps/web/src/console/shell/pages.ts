/** A page of the console: its address, its name and the scope without which it is not offered. */
export interface ConsolePage {
  path: '/' | '/buildings' | '/residents' | '/invites' | '/imports';
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
];
