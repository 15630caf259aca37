import { createApp } from '@pas/platform/http/create-app';
import { runOnce } from '@pas/platform/idempotency/run-once';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import { coreMobileRoutes, type CoreMobileDependencies } from './routes.ts';

/** Builds the API of the mobile apps. */
export function createCoreMobileApp(parts: AppParts, dependencies: CoreMobileDependencies): Express {
  return createApp({
    ...parts,
    unknownInput: 'ignore',
    routes: coreMobileRoutes(dependencies),
    runOnce,
    isKeyed: false,
  });
}
