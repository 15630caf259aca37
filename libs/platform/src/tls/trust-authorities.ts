import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readAuthorities } from '../config/tls-files.ts';

/**
 * Makes this process trust the certificates of a PEM file in addition to the default ones. This applies to all further
 * connections: to services, stores, mail servers and providers.
 */
export function trustAuthorities(caFile: string | undefined): void {
  if (caFile === undefined) return;
  setDefaultCACertificates([...getCACertificates('default'), ...readAuthorities(caFile)]);
}
