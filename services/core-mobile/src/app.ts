import { createApp } from '@pas/platform/http/create-app';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import { coreMobileRoutes } from './routes.ts';

/** Builds the API of the mobile apps. */
export function createCoreMobileApp(parts: AppParts): Express {
  return createApp({
    ...parts,
    unknownInput: 'ignore',
    routes: coreMobileRoutes,
  });
}
