import type { DoorCommands } from '@pas/shared/access/door-commands';
import type { PassLinks } from '@pas/shared/access/pass-links';
import type { Route } from '@pas/platform/http/define-route';
import type { SignIn } from '@pas/shared/accounts/sign-in-settings';
import { accessRoutes } from './resources/access/access.routes.ts';
import { controllerReportRoutes } from './resources/access/controller-reports.routes.ts';
import { controllerRoutes } from './resources/access/controllers.routes.ts';
import { passRoutes } from './resources/access/passes.routes.ts';
import { deviceRoutes, type DeviceDependencies } from './resources/devices/devices.routes.ts';
import type { PinLimits } from './resources/access/pin-limits.ts';
import { registrationRoutes } from './resources/registration/registration.routes.ts';

/** Dependencies of the routes for mobile apps. */
export interface CoreMobileDependencies extends DeviceDependencies {
  doors: DoorCommands;
  passes: PassLinks;
  pins: PinLimits;
  signIn: SignIn;
}

/** Routes for mobile apps by resource: registration, devices, access. */
export function coreMobileRoutes(dependencies: CoreMobileDependencies): Route[] {
  return [
    ...registrationRoutes(dependencies.signIn),
    ...deviceRoutes(dependencies),
    ...accessRoutes(dependencies),
    ...passRoutes(dependencies),
    ...controllerRoutes(dependencies),
    ...controllerReportRoutes,
  ];
}
