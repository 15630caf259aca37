import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepSecrets } from './secrets.ts';

describe('keepSecrets', () => {
  let dir: string;
  let file: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'property-access-'));
    file = join(dir, 'secrets.json');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test('creates them once, readable only by the owner', () => {
    const made = keepSecrets(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(keepSecrets(file)).toEqual(made);
    expect(made.DEV.coreJwtPrivateKey).not.toBe(made.TEST.coreJwtPrivateKey);
  });

  test('adds secrets of a newer version', () => {
    const { apiKeyPepper, ...others } = keepSecrets(file);
    writeFileSync(file, JSON.stringify(others));
    const { apiKeyPepper: another, ...kept } = keepSecrets(file);
    expect(kept).toEqual(others);
    expect(another).not.toBe(apiKeyPepper);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ apiKeyPepper: another });
  });

  test('adds members of a newer version to a group of secrets', () => {
    const { DEV, ...others } = keepSecrets(file);
    const { cli, ...passwords } = DEV.busPasswords;
    const older = { ...DEV, natsPassword: 'of one user for all', busPasswords: passwords };
    writeFileSync(file, JSON.stringify({ ...others, DEV: older }));
    const kept = keepSecrets(file).DEV;
    expect(kept).toEqual({ ...DEV, busPasswords: { ...passwords, cli: kept.busPasswords.cli } });
    expect(kept.busPasswords.cli).toMatch(/^[\w-]{43}$/);
    expect(kept.busPasswords.cli).not.toBe(cli);
  });

  test('never replaces a file that it cannot read', () => {
    writeFileSync(file, '{');
    expect(() => keepSecrets(file)).toThrow('is not JSON');
    expect(readFileSync(file, 'utf8')).toBe('{');
  });
});
