import { connectDatabases } from '@pas/platform/mongo/connections';
import { startSenders } from './dispatch-support.ts';

// A process that sends mails and texts until it is killed.
const [, , coreUrl = '', controlUrl = '', smtpUrl = '', sandboxUrl = ''] = process.argv;

await connectDatabases({ core: coreUrl, control: controlUrl });
startSenders({ smtpUrl, sandboxUrl });
