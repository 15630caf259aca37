import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases } from '@pas/platform/mongo/connections';
import { createSendRequest } from '../src/webhooks/send-request.ts';
import { startWebhookSender } from '../src/webhooks/start-webhook-sender.ts';
import { testWebhooks } from './test-webhooks.ts';

// A process that sends webhooks until it is killed.
const [, , coreUrl = '', controlUrl = ''] = process.argv;
const environment = 'TEST';
const log = createLogger({ service: 'admin', environment, level: 'silent' });

await connectDatabases({ core: coreUrl, control: controlUrl });
const { texts } = testWebhooks;
const send = createSendRequest({ allowsLoopback: true });
startWebhookSender({ environment, events: leaveToSweeper, log, texts, send, everyMs: 50 });
