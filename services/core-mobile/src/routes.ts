import type { DoorCommands } from '@pas/shared/access/door-commands';
import type { Route } from '@pas/platform/http/define-route';
import { accessRoutes } from './resources/access/access.routes.ts';

/** What the routes of the mobile apps need. */
export interface CoreMobileDependencies {
  doors: DoorCommands;
}

/** The routes of the mobile apps, resource by resource: registration, devices, access. */
export function coreMobileRoutes(dependencies: CoreMobileDependencies): Route[] {
  return [...accessRoutes(dependencies)];
}
