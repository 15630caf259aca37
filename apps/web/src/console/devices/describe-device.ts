import type { Entity } from '../api.ts';

/** A phone or a browser that receives calls. */
export type Device = Entity<'Device'>;

/** The states of devices, in words. */
export const statusWords: Readonly<Record<Device['status'], string>> = {
  ACTIVE: 'Active',
  STALE: 'Inactive',
  INVALID: 'Unreachable',
  REVOKED: 'Signed out',
};

const kinds = { IOS: 'iPhone or iPad', ANDROID: 'Android', WEB: 'Browser' } as const;

/** Returns the kind of a device in words. */
export const kindOf = ({ platform, provider }: Device): string =>
  platform === null ? provider.toLowerCase() : kinds[platform];
