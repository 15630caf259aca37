import type { Entity } from '../api.ts';

/** Returns the address of a building in one line; null without one. */
export const addressOf = ({ address }: Pick<Entity<'Property'>, 'address'>): string | null =>
  [address.line1, address.city, address.region].filter(Boolean).join(', ') || null;
