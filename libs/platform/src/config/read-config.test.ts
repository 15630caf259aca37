import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Milliseconds, Port, SecretList } from './fields.ts';
import { readConfig } from './read-config.ts';

const schema = z.object({
  PORT: Port,
  WAIT_MS: Milliseconds.default(500),
  SIGNING_SECRETS: SecretList,
  NOTE: z.string().optional(),
});

const secret = 'canary-0123456789-0123456789-0123456789';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'read-config-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(content: string): string {
  const file = join(directory, String(Math.random()));
  writeFileSync(file, content);
  return file;
}

/** Returns the faults of an environment, one for each line. */
function faultsOf(environment: Record<string, string>, of: z.ZodObject = schema): string[] {
  try {
    readConfig(of, environment);
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe('readConfig', () => {
  test('reads and converts variables, and applies defaults', () => {
    const config = readConfig(schema, {
      PORT: '8080',
      SIGNING_SECRETS: `${secret}, ${secret}2`,
      PATH: '/bin',
    });
    expect(config).toEqual({ PORT: 8080, WAIT_MS: 500, SIGNING_SECRETS: [secret, `${secret}2`] });
  });

  test('freezes the configuration', () => {
    expect(Object.isFrozen(readConfig(schema, { PORT: '1', SIGNING_SECRETS: secret }))).toBe(true);
  });

  test('lists every fault at once, by name', () => {
    const environment = { PORT: '70000', WAIT_MS: 'soon', SIGNING_SECRETS_FILE: join(directory, 'absent') };
    expect(faultsOf(environment)).toEqual([
      'SIGNING_SECRETS_FILE: names a file that can’t be read.',
      expect.stringMatching(/^PORT: .*65535/),
      expect.stringMatching(/^WAIT_MS: /),
    ]);
  });

  test('reports a missing variable, also when it is empty or blank', () => {
    const missing = ['PORT: is missing.', 'SIGNING_SECRETS: is missing.'];
    expect(faultsOf({})).toEqual(missing);
    expect(faultsOf({ PORT: '', SIGNING_SECRETS: '  ', WAIT_MS: ' ', NOTE: '' })).toEqual(missing);
  });

  test('never shows a value', () => {
    const short = 'canary-short';
    const faults = faultsOf({ PORT: 'canary-port', WAIT_MS: '-5', SIGNING_SECRETS: `${short},${secret}` });
    expect(faults).toHaveLength(3);
    expect(faults.join()).not.toMatch(/canary|-5/);
  });

  test('reads a value from a file, without the line break at its end', () => {
    const environment = { PORT: '1', SIGNING_SECRETS_FILE: fileWith(`${secret}\n`) };
    expect(readConfig(schema, environment).SIGNING_SECRETS).toEqual([secret]);
  });

  test('reports an empty file as a missing variable', () => {
    expect(faultsOf({ PORT: '1', SIGNING_SECRETS_FILE: fileWith('\n') })).toEqual([
      'SIGNING_SECRETS: is missing.',
    ]);
  });

  test('refuses a value and a file for one variable', () => {
    const environment = { PORT: '1', SIGNING_SECRETS: secret, SIGNING_SECRETS_FILE: fileWith(secret) };
    expect(faultsOf(environment)).toEqual([
      'SIGNING_SECRETS: is set twice, here and in SIGNING_SECRETS_FILE. Remove one of them.',
    ]);
  });

  test('reports a rule over several variables with its own message', () => {
    const pair = schema.refine(
      ({ PORT, NOTE }) => PORT === 1 || NOTE !== undefined,
      'Set NOTE unless PORT is 1.',
    );
    expect(faultsOf({ PORT: '2', SIGNING_SECRETS: secret }, pair)).toEqual(['Set NOTE unless PORT is 1.']);
  });
});
