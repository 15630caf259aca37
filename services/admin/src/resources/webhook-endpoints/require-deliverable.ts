import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { findOutboundFault } from '@pas/platform/outbound/outbound-url';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden, invalidField } from '@pas/shared/errors/raise';
import type { WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import { requireReadableTypes } from '../../public-events/visible-events.ts';
import { loadProperty } from '../properties/load-property.ts';
import type { WebhookSettings } from './webhook-settings.ts';

type Reach = Pick<WebhookEndpointRow, 'events' | 'propertyIds'>;

const typesOf = (events: readonly string[]): readonly PublicEventType[] =>
  events.includes('*') ? publicEventTypes : (events as PublicEventType[]);

/**
 * Requires that a caller may read all events of an endpoint.
 *
 * @throws forbidden for a type whose read scope the caller lacks, and for properties beyond its own
 */
export function requireReach({ principal }: OperationContext, { events, propertyIds }: Reach): void {
  requireReadableTypes(principal, typesOf(events));
  const allowed = principal.propertyIds;
  if (allowed === null || propertyIds?.every((id) => allowed.includes(id))) return;
  throw forbidden(
    'property_not_allowed',
    'Your credentials are restricted to some properties. Name properties among them in propertyIds.',
  );
}

/** @throws invalid for an address that cannot receive events */
export function requireAddress(url: string, { allowsLoopback }: WebhookSettings): void {
  const fault = findOutboundFault(url, { allowsLoopback });
  if (fault !== null) throw invalidField('url', 'invalid_value', fault);
}

/** @throws not_found for a property that is not the tenant's, or beyond the caller's reach */
export async function requireProperties(
  ctx: OperationContext,
  propertyIds: readonly string[] | null | undefined,
): Promise<void> {
  for (const id of propertyIds ?? []) await loadProperty(ctx, id);
}
