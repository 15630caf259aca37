import { createLogger } from '@pas/platform/log/logger';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { newWebhookKeys, webhookVariables } from '@pas/testing/signed-webhooks/webhook-keys';
import type { SentWebhook } from '@pas/testing/signed-webhooks/sign-webhook';
import { sendWebhook, type WebhookAnswer } from '@pas/testing/signed-webhooks/send-webhook';
import { useHarness } from '@pas/testing/service-harness';
import { createWebhooksApp } from '../src/app.ts';
import { openInProcessReceipts } from '../src/processing/in-process-receipts.ts';
import type { ProcessingDependencies } from '../src/processing/receipt.ts';
import { recordRejections } from '../src/receipts/record-rejections.ts';
import { processing } from './processing-support.ts';

/** The gateway's assertion of a provider. */
export const provider: Principal = { ...anonymous, kind: 'provider' };

/** The address that telephony-a signs. */
export const publicUrl = 'https://hooks.example.test';

/** Options of the receivers under test. */
interface WebhooksOptions extends Partial<ProcessingDependencies> {
  /** Whether the process that stores receipts also processes them. By default they wait for `processAll`. */
  isProcessing?: boolean;
}

/** Starts the receivers on a free port, with two generations of secrets. */
export async function useWebhooks({ isProcessing = false, ...calls }: WebhooksOptions = {}) {
  const [current, previous, foreign] = [newWebhookKeys(), newWebhookKeys(), newWebhookKeys()];
  const rejections = recordRejections(
    createLogger({ service: 'webhooks', environment: 'TEST', level: 'silent' }),
  );
  const signatures = webhookVariables([current, previous], [publicUrl, 'http://localhost:4001']);
  const receipts = openInProcessReceipts({ ...processing, ...calls });
  const queue = isProcessing ? receipts : { ...receipts, process: receipts.handToConsumer };
  const harness = await useHarness({
    service: 'webhooks',
    routes: [],
    build: (parts) =>
      createWebhooksApp(parts, {
        signatures,
        rejections,
        calls: { ...processing, ...calls },
        receipts: queue,
      }),
  });
  const send = async (webhook: SentWebhook): Promise<WebhookAnswer> =>
    sendWebhook(harness.url, webhook, await harness.headersFor(provider));
  return { harness, rejections, receipts, keys: { current, previous, foreign, publicUrl }, send };
}
