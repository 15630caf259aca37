import { createApp } from '@pas/platform/http/create-app';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import { webhookReceivers } from './routes.ts';

/** Builds the receivers of the providers' webhooks. */
export function createWebhooksApp(parts: AppParts): Express {
  return createApp({ ...parts, unknownInput: 'ignore', routes: [], pages: webhookReceivers() });
}
