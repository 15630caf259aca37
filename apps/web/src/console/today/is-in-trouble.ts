import type { Entity } from '../api.ts';

/**
 * Whether the deliveries to an endpoint fail now, or were stopped because they failed. The API sets
 * `failingSince` at the first failed attempt, and clears it at a success.
 */
export const isInTrouble = ({
  status,
  failingSince,
}: Pick<Entity<'WebhookEndpoint'>, 'status' | 'failingSince'>): boolean =>
  status === 'DISABLED' || (status === 'ACTIVE' && failingSince !== null);
