import { describe, expect, test } from 'vitest';
import { configurationFiles } from './configuration.ts';
import { repository } from './generated-file.ts';
import { serviceVariables } from './service-configs.ts';

describe.each(Object.entries(serviceVariables))('%s', (_service, variables) => {
  test('describes every variable that it reads', () => {
    expect(variables.filter(({ description }) => description === '').map(({ name }) => name)).toEqual([]);
  });

  test('has no preset for a secret', () => {
    expect(variables.filter(({ isSecret, preset }) => isSecret && preset !== null)).toEqual([]);
  });
});

test('the public half of a key pair is no secret, the private one is', () => {
  const gateway = serviceVariables['gateway'] ?? [];
  const secrets = gateway.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  expect(secrets).toEqual(expect.arrayContaining(['ASSERTION_PRIVATE_KEY', 'API_KEY_PEPPER_SECRET']));
  expect(secrets).not.toContain('CORE_JWT_PUBLIC_KEYS');
});

test('no file names a place on the machine that generated it', () => {
  expect(configurationFiles().filter(({ content }) => content.includes(repository))).toEqual([]);
});
