import type { Entity } from '../api.ts';

/** A phone or a browser that rings. */
export type Device = Entity<'Device'>;

/** The states of devices, in words. */
export const statusWords: Readonly<Record<Device['status'], string>> = {
  ACTIVE: 'Rings',
  STALE: 'Not seen for long',
  INVALID: 'Takes no message',
  REVOKED: 'Signed out',
};

const kinds = { IOS: 'iPhone or iPad', ANDROID: 'Android', WEB: 'Browser' } as const;

/** What a device is. */
export const kindOf = ({ platform, provider }: Device): string =>
  platform === null ? provider.toLowerCase() : kinds[platform];
