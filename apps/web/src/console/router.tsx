import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { Button } from '@mantine/core';
import type { SearchState } from './list/use-search-state.ts';
import { FaultAlert } from './parts/fault-alert.tsx';
import { Loading } from './parts/loading.tsx';
import { Layout } from './shell/layout.tsx';
import { NotHere } from './shell/not-here.tsx';
import { SignedInAgain } from './shell/session-ended.tsx';
import { Today } from './today/today.tsx';

const root = createRootRoute({
  component: Layout,
  notFoundComponent: NotHere,
  validateSearch: (search): SearchState => search as SearchState,
  errorComponent: ({ error, reset }) => (
    <>
      <FaultAlert fault={error} />
      <Button mt="md" onClick={reset}>
        Try again
      </Button>
    </>
  ),
});

const at = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const routeTree = root.addChildren([
  at('/', Today),
  at('/signed-in', SignedInAgain),
  at(
    '/reports',
    lazyRouteComponent(() => import('./reports/reports.tsx'), 'Reports'),
  ),
  at(
    '/buildings',
    lazyRouteComponent(() => import('./buildings/buildings.tsx'), 'Buildings'),
  ),
  at(
    '/buildings/$id',
    lazyRouteComponent(() => import('./buildings/building.tsx'), 'Building'),
  ),
  at(
    '/residents',
    lazyRouteComponent(() => import('./residents/residents.tsx'), 'Residents'),
  ),
  at(
    '/residents/$id',
    lazyRouteComponent(() => import('./residents/resident.tsx'), 'Resident'),
  ),
  at(
    '/invites',
    lazyRouteComponent(() => import('./invites/invites.tsx'), 'Invites'),
  ),
  at(
    '/imports',
    lazyRouteComponent(() => import('./imports/imports.tsx'), 'Imports'),
  ),
  at(
    '/calls',
    lazyRouteComponent(() => import('./calls/calls.tsx'), 'Calls'),
  ),
  at(
    '/doors',
    lazyRouteComponent(() => import('./doors/doors.tsx'), 'Doors'),
  ),
  at(
    '/activity',
    lazyRouteComponent(() => import('./activity/activity.tsx'), 'Activity'),
  ),
  at(
    '/passes',
    lazyRouteComponent(() => import('./passes/passes.tsx'), 'Passes'),
  ),
  at(
    '/devices',
    lazyRouteComponent(() => import('./devices/devices.tsx'), 'Devices'),
  ),
  at(
    '/numbers',
    lazyRouteComponent(() => import('./numbers/numbers.tsx'), 'Numbers'),
  ),
  at(
    '/api-keys',
    lazyRouteComponent(() => import('./keys/api-keys.tsx'), 'ApiKeys'),
  ),
  at(
    '/webhooks',
    lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
  ),
  at(
    '/team',
    lazyRouteComponent(() => import('./settings/team.tsx'), 'Team'),
  ),
  at(
    '/settings',
    lazyRouteComponent(() => import('./settings/settings.tsx'), 'SettingsPage'),
  ),
  at(
    '/audit',
    lazyRouteComponent(() => import('./audit/audit.tsx'), 'Audit'),
  ),
  at(
    '/imports/$id',
    lazyRouteComponent(() => import('./imports/import.tsx'), 'ImportPage'),
  ),
]);

/** Keeps every query value a string, as the API expects. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** The pages of the console by their addresses. */
export const router = createRouter({
  routeTree,
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Loading,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
