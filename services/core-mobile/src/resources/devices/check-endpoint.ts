import { invalidField } from '@pas/platform/errors/raise';
import { findOutboundFault, type OutboundRules } from '@pas/platform/outbound/outbound-url';
import type { RegisterDevice } from './register-device.schema.ts';

/** @throws invalid for a subscription endpoint that this system must not call */
export function checkEndpoint({ provider, endpoint }: Partial<RegisterDevice>, rules: OutboundRules): void {
  if (provider !== 'WEBPUSH' || endpoint === undefined) return;
  const fault = findOutboundFault(endpoint, rules);
  if (fault !== null) throw invalidField('endpoint', 'invalid_address', `endpoint: ${fault}`);
}
