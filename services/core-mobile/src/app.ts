import { recordDenial } from '@pas/shared/audit/record-denial';
import { OutboxModel } from '@pas/shared/events/outbox';
import { createApp } from '@pas/shared/http/create-app';
import type { AppParts } from '@pas/shared/lifecycle/start-service';
import type { Express } from 'express';
import { coreMobileRoutes } from './routes.ts';

/** Builds the API of the mobile apps. */
export function createCoreMobileApp(parts: AppParts): Express {
  return createApp({
    ...parts,
    unknownInput: 'ignore',
    routes: coreMobileRoutes,
    recordDenial: async (ctx, { method, path }, { code }) =>
      recordDenial(OutboxModel, ctx, { route: `${method.toUpperCase()} ${path}`, code }),
  });
}
