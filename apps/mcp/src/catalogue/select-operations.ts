import { holdsScope } from '@pas/shared/principal/principal';
import { canPlan, needsPlan } from './needs-plan.ts';
import { isRead, operations, type Operation } from './operation.ts';

/** The caller, as `GET /auth/self` describes it, as far as tools depend on it. */
export interface Caller {
  id: string | null;
  scopes: readonly string[];
  /** The only properties of the caller; null for all of the tenant's. */
  propertyIds: readonly string[] | null;
}

/** `read` offers operations that change nothing; `write` offers the others too. */
export type Access = 'read' | 'write';

/** Operations that the API refuses to callers who are restricted to properties. */
const forAllProperties = new Set(['createProperty', 'updateApiKey']);

/** Operations for platform keys, which act in no tenant of their own. */
const forPlatform = new Set([
  'createTenant',
  'deleteTenant',
  'listTenants',
  'listWebhookReceipts',
  'listWebhookRejections',
]);

/**
 * Returns the operations that a caller may use, except those that need a plan and have none. The API decides again at
 * each call.
 */
export function selectOperations({ scopes, propertyIds }: Caller, access: Access): Operation[] {
  return operations.filter(
    (operation) =>
      (access === 'write' || isRead(operation)) &&
      (!needsPlan(operation, {}) || canPlan(operation)) &&
      (operation.scope === null || holdsScope({ scopes }, operation.scope)) &&
      (propertyIds === null || !forAllProperties.has(operation.name)) &&
      (scopes.includes('platform') || !forPlatform.has(operation.name)),
  );
}
