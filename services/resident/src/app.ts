import { recordDenial } from '@pas/shared/audit/record-denial';
import { OutboxModel } from '@pas/shared/events/outbox';
import { createApp } from '@pas/shared/http/create-app';
import type { AppParts } from '@pas/shared/lifecycle/start-service';
import type { Express } from 'express';
import { joinPages } from './pages/join/join.pages.ts';
import { residentRoutes, type ResidentDependencies } from './routes.ts';

/** Builds the Resident API and the pages on which a person finishes a sign-up. */
export function createResidentApp(parts: AppParts, dependencies: ResidentDependencies): Express {
  return createApp({
    ...parts,
    unknownInput: 'ignore',
    routes: residentRoutes(dependencies),
    pages: joinPages(parts, dependencies.auth),
    recordDenial: async (ctx, { method, path }, { code }) =>
      recordDenial(OutboxModel, ctx, { route: `${method.toUpperCase()} ${path}`, code }),
  });
}
