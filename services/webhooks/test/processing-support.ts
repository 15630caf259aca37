import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createDoorCommands } from '@pas/shared/access/door-commands';
import { createLogger } from '@pas/platform/log/logger';
import {
  WebhookReceiptModel,
  type Provider,
  type WebhookReceiptRow,
} from '@pas/shared/models/webhook-receipt';
import type { ProcessingDependencies } from '../src/processing/receipt.ts';
import { processReceipt } from '../src/processing/process-receipt.ts';

const log = createLogger({ service: 'webhooks', environment: 'TEST', level: 'silent' });

/** Doors that must not open. */
const noDoors = createDoorCommands({ adapters: {}, log });

/** Dependencies of the processing, as the consumer has them. */
export const processing: ProcessingDependencies = {
  environment: 'TEST',
  events: leaveToSweeper,
  log,
  doors: noDoors,
  publicUrl: 'https://hooks.example.test',
  carrier: null,
  limits: { perUnit: 5, perNumber: 50, perTenant: 200 },
};

/** Processes every waiting receipt, as the consumer does. */
export async function processAll(
  provider: Provider,
  dependencies: ProcessingDependencies = processing,
): Promise<void> {
  const rows = await WebhookReceiptModel.find({ provider, progress: 'RECEIVED' }, { _id: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .lean();
  for (const { _id } of rows) await processReceipt(dependencies, _id);
}

/** Reads the progress of the newest receipt of a provider. */
export async function progressOf(provider: Provider): Promise<string | undefined> {
  const row = await WebhookReceiptModel.findOne({ provider })
    .sort({ createdAt: -1 })
    .lean<WebhookReceiptRow>();
  return row?.progress;
}
