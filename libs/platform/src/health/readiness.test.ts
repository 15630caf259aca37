import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readReadiness, type HealthCheck } from './readiness.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const up = (name: string, isCritical = true): HealthCheck => ({
  name,
  isCritical,
  check: () => Promise.resolve(),
});
const down = (name: string, isCritical: boolean): HealthCheck => ({
  name,
  isCritical,
  check: () => Promise.reject(new Error(`${name} is gone`)),
});
const silent = (name: string): HealthCheck => ({
  name,
  isCritical: true,
  check: () => new Promise(() => undefined),
});

describe('readiness', () => {
  test('is ready while everything answers', async () => {
    expect(await readReadiness([up('mongo'), up('nats', false)])).toEqual({
      status: 'ready',
      checks: { mongo: { status: 'up' }, nats: { status: 'up' } },
    });
  });

  test('is degraded without an optional dependency', async () => {
    expect(await readReadiness([up('mongo'), down('nats', false)])).toEqual({
      status: 'degraded',
      checks: { mongo: { status: 'up' }, nats: { status: 'down', message: 'nats is gone' } },
    });
  });

  test('is unready without a critical dependency', async () => {
    const readiness = await readReadiness([down('mongo', true), up('nats', false), down('door', false)]);
    expect(readiness.status).toBe('unready');
  });

  test('waits two seconds for silent checks, for all of them in parallel', async () => {
    const readiness = readReadiness([silent('mongo'), silent('control'), up('nats')]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await readiness).toMatchObject({
      status: 'unready',
      checks: { mongo: { message: 'did not answer within 2000 ms' }, nats: { status: 'up' } },
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is unready immediately without a critical dependency, despite other silent checks', async () => {
    const readiness = readReadiness([down('mongo', true), silent('indexes'), up('nats', false)]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await readiness).toEqual({
      status: 'unready',
      checks: {
        mongo: { status: 'down', message: 'mongo is gone' },
        indexes: { status: 'down', message: 'is not known while another check fails' },
        nats: { status: 'up' },
      },
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('waits for silent checks while only an optional one fails', async () => {
    let isKnown = false;
    const readiness = readReadiness([down('nats', false), silent('mongo')]).finally(() => (isKnown = true));
    await vi.advanceTimersByTimeAsync(1999);
    expect(isKnown).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await readiness).toMatchObject({ status: 'unready' });
  });
});
