import { isIP } from 'node:net';
import { z } from 'zod';

/** Address of a receiver: http or https, without credentials. */
export const TargetUrl = z
  .url({
    protocol: /^https?$/,
    message: 'Expected an http or https URL, such as http://localhost:3000/hook.',
  })
  .refine((url) => new URL(url).username === '', 'Expected a URL without credentials.');

/** Whether an address names this machine: `localhost`, 127.0.0.0/8 or ::1. No name is resolved. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocalName || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}
