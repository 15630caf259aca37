import { createApp } from '@pas/platform/http/create-app';
import type { AppParts } from '@pas/shared/service/start-service';
import type { Express } from 'express';
import type { InProcessReceipts } from './processing/in-process-receipts.ts';
import type { ProcessingDependencies } from './processing/receipt.ts';
import type { SignatureConfig } from './providers/verifiers.ts';
import type { Rejections } from './receipts/record-rejections.ts';
import { createReceivers } from './receivers.ts';
import { batchInserts } from './receipts/insert-receipts.ts';
import { webhookReceivers } from './routes.ts';

/** Dependencies of the webhooks app, beside those of every service. */
export interface WebhooksDependencies {
  signatures: SignatureConfig;
  rejections: Rejections;
  /** The handling of calls: doors, limits and the REST API of telephony-b. */
  calls: Pick<ProcessingDependencies, 'doors' | 'publicUrl' | 'carrier' | 'limits'>;
  receipts: InProcessReceipts;
}

/** Builds the receivers of the providers' webhooks. */
export function createWebhooksApp(
  parts: AppParts,
  { signatures, rejections, calls, receipts }: WebhooksDependencies,
): Express {
  const { environment, service, events, log } = parts;
  const processing = { ...calls, environment, events, log };
  const store = { environment, service, events, insert: batchInserts() };
  const receivers = createReceivers(signatures, processing);
  const pages = webhookReceivers(receivers, { store, rejections, receipts });
  return createApp({ ...parts, unknownInput: 'ignore', routes: [], pages });
}
