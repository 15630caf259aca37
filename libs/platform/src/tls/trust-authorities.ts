import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readAuthorities } from '../config/tls-files.ts';

/**
 * Has this process trust the certificates of a PEM file besides those that it trusts already, for all connections that it
 * opens from now on: to services, stores, mail servers and providers.
 */
export function trustAuthorities(caFile: string | undefined): void {
  if (caFile === undefined) return;
  setDefaultCACertificates([...getCACertificates('default'), ...readAuthorities(caFile)]);
}
