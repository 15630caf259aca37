import type { CorpusKeys, WebhookCase } from './webhook-case.ts';
import { identityCorpus } from './identity-corpus.ts';
import { paymentsCorpus } from './payments-corpus.ts';
import { telephonyACorpus } from './telephony-a-corpus.ts';
import { telephonyBCorpus } from './telephony-b-corpus.ts';

/** Makes valid and broken webhooks of all four providers from the published algorithms. */
export function webhookCorpus(keys: CorpusKeys): WebhookCase[] {
  return [
    ...telephonyACorpus(keys),
    ...telephonyBCorpus(keys),
    ...paymentsCorpus(keys),
    ...identityCorpus(keys),
  ].map((each) => ({ ...each, name: `${each.webhook.path.split('/')[1]}: ${each.name}` }));
}
