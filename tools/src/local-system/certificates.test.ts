import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuthority } from '@pas/testing/certificates';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepCertificates, type LocalCertificates } from './certificates.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (file: string): X509Certificate => new X509Certificate(readFileSync(file));
const serials = ({ caFile, certFile }: LocalCertificates): string[] =>
  [caFile, certFile].map((file) => read(file).serialNumber);

describe('keepCertificates', () => {
  test('creates a certificate for this machine, signed by its own authority, in private files', async () => {
    const files = await keepCertificates(folder);
    const certificate = read(files.certFile);
    expect(certificate.verify(read(files.caFile).publicKey)).toBe(true);
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkIP('::1')).toBe('::1');
    expect(statSync(files.keyFile).mode & 0o777).toBe(0o600);
  });

  test('keeps them for the next start', async () => {
    const first = serials(await keepCertificates(folder));
    expect(serials(await keepCertificates(folder))).toEqual(first);
  });

  test('renews a certificate that expires soon, by the same authority', async () => {
    const files = await keepCertificates(folder);
    const [ca] = serials(files);
    const key = readFileSync(join(folder, 'ca-key.pem'), 'utf8');
    const authority = await openAuthority({ cert: readFileSync(files.caFile, 'utf8'), key });
    const old = await authority.issue(['127.0.0.1'], { days: 30 });
    writeFileSync(files.certFile, old.cert);
    writeFileSync(files.keyFile, old.key);
    const [again, serial] = serials(await keepCertificates(folder));
    expect(again).toBe(ca);
    expect(serial).not.toBe(new X509Certificate(old.cert).serialNumber);
  });
});
