import { createApp } from '@pas/platform/http/create-app';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import { faultPages } from '@pas/shared/pages/fault-page';
import { residentRoutes, type ResidentDependencies } from './routes.ts';

/** Builds the Resident API and the pages on which a person finishes a sign-up. */
export function createResidentApp(parts: AppParts, dependencies: ResidentDependencies): Express {
  return createApp({
    ...parts,
    unknownInput: 'ignore',
    routes: residentRoutes(dependencies),
    faultPages,
  });
}
