import { createApp } from '@pas/platform/http/create-app';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import type { Processing } from './processing/receipt.ts';
import type { SignatureConfig } from './providers/verifiers.ts';
import type { Rejections } from './receipts/note-rejections.ts';
import { createReceivers } from './receivers.ts';
import { webhookReceivers } from './routes.ts';

/** What the receivers work with beside what every service has. */
export interface WebhooksDependencies {
  signatures: SignatureConfig;
  rejections: Rejections;
  /** What webhooks that are answered at once are processed with. */
  processing: Processing;
}

/** Builds the receivers of the providers' webhooks. */
export function createWebhooksApp(
  parts: AppParts,
  { signatures, rejections, processing }: WebhooksDependencies,
): Express {
  const { environment, service, events } = parts;
  const store = { environment, service, events };
  const pages = webhookReceivers(createReceivers(signatures, processing), { store, rejections });
  return createApp({ ...parts, unknownInput: 'ignore', routes: [], pages });
}
