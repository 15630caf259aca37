import { createLogger } from '@pas/platform/log/logger';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { openPushSenders, pushFields } from '@pas/shared/push/push-settings';
import { startPushServices } from '@pas/testing/push-services';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { startCoreMobile, testTokens } from './core-mobile-harness.ts';

/** Starts core-mobile with senders to push services of the sandbox, for the tests of one file. */
export async function startWithPush() {
  const outside = await startPushServices();
  afterAll(() => outside.stop());
  trustAuthorities(outside.caFile);
  const log = createLogger({ service: 'core-mobile', environment: 'TEST', level: 'silent' });
  const settings = z.object(pushFields).parse(outside.settings);
  const senders = openPushSenders({ ...settings, NODE_ENV: 'test' }, { tokens: testTokens, log });
  afterAll(() => senders.close());
  const service = await startCoreMobile({ senders, allowsLoopback: true });
  return { outside, log, settings, senders, service };
}
