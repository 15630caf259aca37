import type { OperationContext } from '@pas/shared/context/operation-context';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { apiKeyPrincipal } from '@pas/testing/test-gateway';

const log = createLogger({ service: 'test', environment: 'TEST', level: 'silent' });

/** Makes the context of an operation that a tenant's API key has called. */
export function operationContext(tenantId: string, fields: Partial<OperationContext> = {}): OperationContext {
  return {
    principal: apiKeyPrincipal(tenantId, ['units:*']),
    tenantId,
    environment: 'TEST',
    service: 'admin',
    correlationId: 'given-by-the-test',
    now: new Date(),
    client: { ip: '127.0.0.1', userAgent: 'test' },
    log,
    events: leaveToSweeper,
    ...fields,
  };
}
