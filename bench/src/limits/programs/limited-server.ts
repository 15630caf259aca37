import { createServer } from 'node:http';
import { createLogger } from '@pas/platform/log/logger';
import { connectDatabases } from '@pas/platform/mongo/connections';
import { mongoBuckets } from '../../../../services/gateway/src/rate-limit/bucket-store.ts';
import { limitRates } from '../../../../services/gateway/src/rate-limit/limit-rates.ts';
import { countLiveGateways } from '../../../../services/gateway/src/rate-limit/live-gateways.ts';
import { LocalBucket } from '../../../../services/gateway/src/rate-limit/local-bucket.ts';

// Counts each request in one of three ways and answers it, so that only the limiters differ.
const url = process.env['MONGO_URL'] ?? '';
await connectDatabases({ core: url, control: url });

// No load reaches this limit. The window is short, so leases are renewed more often than those of any real key.
const limit = { bucketId: 'key_bench', limit: 60_000, windowSeconds: 3 };
const rate = { limit: limit.limit, windowMs: 3000 };
const log = createLogger({ service: 'bench', environment: 'DEV', level: 'silent' });
const limiter = limitRates({ store: mongoBuckets, gateways: countLiveGateways(), log });
const local = new LocalBucket(rate, rate.limit, performance.now());
const oneToken = {
  ...rate,
  holder: 'bench',
  used: 0,
  usedAgoMs: 0,
  unleased: 0,
  keep: 0,
  waiting: 1,
  want: 0,
};

/** Counts as the gateway does: most requests are counted synchronously, because each microtask has a cost. */
function takeLeased(): boolean | Promise<boolean> {
  const quota = limiter.take(limit);
  return quota instanceof Promise ? quota.then(({ isAdmitted: isTaken }) => isTaken) : quota.isAdmitted;
}

const ways: Record<string, () => boolean | Promise<boolean>> = {
  local: () => local.take(performance.now()),
  leases: takeLeased,
  store: async () => (await mongoBuckets.book('key_bench_store', oneToken)).grant.admitted === 1,
};
const isAdmitted = ways[process.env['WAY'] ?? ''] ?? (() => false);

const server = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const isOpen = request.url === '/readyz' || (await isAdmitted());
    response.writeHead(isOpen ? 200 : 429, { 'Content-Length': 2 }).end('{}');
  };
  answer().catch(() => response.destroy());
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
