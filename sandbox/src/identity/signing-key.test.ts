import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSigningKey } from './signing-key.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('loadSigningKey', () => {
  it('creates a key once and reads the same one afterwards', async () => {
    const nested = join(dataDir, 'not', 'there', 'yet');
    const first = await loadSigningKey(nested);
    const second = await loadSigningKey(nested);
    expect(second.jwk).toEqual(first.jwk);
    expect(first.jwk).toMatchObject({ alg: 'RS256', use: 'sig' });
  });

  it('makes the private key readable only by its owner, and leaves no other file', async () => {
    await loadSigningKey(dataDir);
    expect(await readdir(dataDir)).toEqual(['identity-key.json']);
    const { mode } = await stat(join(dataDir, 'identity-key.json'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('refuses a file without a private key and states the remedy', async () => {
    await writeFile(join(dataDir, 'identity-key.json'), '{"kty":"RSA"');
    await expect(loadSigningKey(dataDir)).rejects.toThrow(/remove the file to create a new one/);
  });
});
