import { createApp } from '@pas/platform/http/create-app';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import type { SignatureConfig } from './providers/verifiers.ts';
import type { Rejections } from './receipts/note-rejections.ts';
import { createReceivers } from './receivers.ts';
import { gatherInserts } from './receipts/insert-receipts.ts';
import { webhookReceivers } from './routes.ts';

/** What the receivers work with beside what every service has. */
export interface WebhooksDependencies {
  signatures: SignatureConfig;
  rejections: Rejections;
}

/** Builds the receivers of the providers' webhooks. */
export function createWebhooksApp(
  parts: AppParts,
  { signatures, rejections }: WebhooksDependencies,
): Express {
  const { environment, service, events } = parts;
  const store = { environment, service, events, insert: gatherInserts() };
  const pages = webhookReceivers(createReceivers(signatures), { store, rejections });
  return createApp({ ...parts, unknownInput: 'ignore', routes: [], pages });
}
