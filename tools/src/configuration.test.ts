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

test('the private key of a pair is a secret, the public one is not', () => {
  const gateway = serviceVariables['gateway'] ?? [];
  const secrets = gateway.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  expect(secrets).toEqual(expect.arrayContaining(['ASSERTION_PRIVATE_KEY', 'API_KEY_PEPPER_SECRET']));
  expect(secrets).not.toContain('CORE_JWT_PUBLIC_KEYS');
});

test('no file contains a path of the machine that generated it', () => {
  expect(configurationFiles().filter(({ content }) => content.includes(repository))).toEqual([]);
});
