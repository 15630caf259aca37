import { growthOf } from '@pas/testing/read-metric';
import { expect, test } from 'vitest';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { countCommand } from './door-metrics.ts';
import { failedBy, opened } from './end-attempt.ts';

const attempt = (ageMs: number) =>
  ({
    controller: { adapter: 'http', ref: 'door' },
    createdAt: new Date(Date.now() - ageMs),
  }) as UnlockAttemptRow;

const name = 'door_command_duration_seconds';

test('an opened door counts as confirmed, with the time since the request', async () => {
  const labels = { adapter: 'http', result: 'confirmed' };
  const count = () => countCommand(attempt(3500), opened);
  expect(await growthOf([`${name}_bucket`, { ...labels, le: '5' }], count)).toBe(1);
  expect(await growthOf([`${name}_bucket`, { ...labels, le: '3' }], count)).toBe(0);
});

test('a failed command counts by its reason', async () => {
  const counted = [`${name}_count`, { adapter: 'http', result: 'controller_offline' }] as const;
  expect(await growthOf(counted, () => countCommand(attempt(0), failedBy('controller_offline')))).toBe(1);
});
