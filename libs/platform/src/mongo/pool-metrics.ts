import type { mongo } from 'mongoose';
import { Counter, Gauge } from 'prom-client';

/** Connections of one pool, as its events have reported them. */
interface PoolCounts {
  open: number;
  inUse: number;
  waiting: number;
}

const pools = new Map<string, PoolCounts>();

const connections = new Gauge({
  name: 'mongodb_pool_connections',
  help: 'Connections of a MongoDB pool, by pool (core, control) and state (idle, in_use). A shared pool is `core`.',
  labelNames: ['pool', 'state'],
  collect() {
    for (const [pool, { open, inUse }] of pools) {
      connections.set({ pool, state: 'in_use' }, inUse);
      connections.set({ pool, state: 'idle' }, open - inUse);
    }
  },
});

const waiting = new Gauge({
  name: 'mongodb_pool_waiting_operations',
  help: 'Operations that wait for a connection of a MongoDB pool.',
  labelNames: ['pool'],
  collect() {
    for (const [pool, counts] of pools) waiting.set({ pool }, counts.waiting);
  },
});

const failures = new Counter({
  name: 'mongodb_pool_checkout_failures_total',
  help: 'Operations that got no connection, by pool and reason (timeout, connectionError, poolClosed).',
  labelNames: ['pool', 'reason'],
});

/**
 * Counts the connections of a client from the events of its pool (CMAP specification). The counts cost less than a
 * microsecond for each operation, and nothing is requested at a scrape.
 *
 * @param pool `core` or `control`
 */
export function observePool(client: mongo.MongoClient, pool: string): void {
  const counts = pools.get(pool) ?? { open: 0, inUse: 0, waiting: 0 };
  pools.set(pool, counts);
  client.on('connectionCreated', () => (counts.open += 1));
  client.on('connectionClosed', () => (counts.open -= 1));
  client.on('connectionCheckOutStarted', () => (counts.waiting += 1));
  client.on('connectionCheckedOut', () => {
    counts.waiting -= 1;
    counts.inUse += 1;
  });
  client.on('connectionCheckOutFailed', ({ reason }) => {
    counts.waiting -= 1;
    failures.inc({ pool, reason });
  });
  client.on('connectionCheckedIn', () => (counts.inUse -= 1));
}
