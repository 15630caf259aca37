import { ConfigError, readConfig } from '@pas/platform/config/read-config';
import { expect, test } from 'vitest';
import { WebhooksConfig } from './config.ts';

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(WebhooksConfig, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
}

/** The neutral element of the curve. With this key, anybody can sign any message. */
const neutral = Buffer.from(`01${'00'.repeat(31)}`, 'hex').toString('base64');

test('production refuses a key of small order for telephony-b', () => {
  const keys = [Buffer.alloc(32, 7).toString('base64'), neutral].join(',');
  const ofKeys = { TELEPHONY_B_PUBLIC_KEYS: keys };
  expect(faultsOf({ ...ofKeys, NODE_ENV: 'production' })).toContain('TELEPHONY_B_PUBLIC_KEYS: has a key');
  expect(faultsOf(ofKeys)).not.toContain('TELEPHONY_B_PUBLIC_KEYS');
});
