import { parseEnv } from 'node:util';
import { CliConfig } from '@pas/cli/src/config.ts';
import { readConfig as readSandboxConfig } from '@pas/sandbox/src/config.ts';
import { ConfigError, readConfig } from '@pas/platform/config/read-config';
import { describe, expect, test } from 'vitest';
import { environmentOf, readDockerfiles } from '../images/dockerfile.ts';
import { serviceSchemas } from '../service-configs.ts';
import { composeReferences, readCompose } from './compose-file.ts';
import { composeVariables } from './compose-variables.ts';
import { localEnvFile } from './env-file.ts';
import { newLocalKeys } from './local-keys.ts';

const variables = parseEnv(localEnvFile(newLocalKeys()));
const { services } = readCompose(variables);
const dockerfiles = readDockerfiles();

/** What a container's process finds in its environment: the image's settings, and compose's over them. */
function environmentIn(name: string): Record<string, string> {
  const dockerfile = dockerfiles.find((each) => each.name === services[name]?.build);
  return { ...(dockerfile && environmentOf(dockerfile)), ...services[name]?.environment };
}

const containers = Object.keys(services).map((name) => [name, services[name]?.build ?? ''] as const);
const ofServices = containers.filter(([, image]) => image in serviceSchemas);

test('each image of a service is run by a container', () => {
  expect(new Set(ofServices.map(([, image]) => image))).toEqual(new Set(Object.keys(serviceSchemas)));
});

describe.each(ofServices)('the container %s', (name, image) => {
  const schema = serviceSchemas[image];

  test('is configured so that its service starts', () => {
    expect(schema && readConfig(schema, environmentIn(name))).toMatchObject({ NODE_ENV: 'development' });
  });

  test('has an image that is not configured alone, which is how its build knows that everything was loaded', () => {
    const [dockerfile] = dockerfiles.filter((each) => each.name === image);
    expect(() => schema && dockerfile && readConfig(schema, environmentOf(dockerfile))).toThrow(ConfigError);
  });

  test('has no setting that its service does not read', () => {
    const unread = Object.keys(services[name]?.environment ?? {}).filter(
      (key) => !schema || !(key in schema.shape),
    );
    expect(unread).toEqual([]);
  });

  test('waits for the indexes and the event bus', () => {
    const conditions = Object.values(services[name]?.depends_on ?? {}).map(({ condition }) => condition);
    expect(conditions.toSorted()).toEqual(['service_completed_successfully', 'service_healthy']);
  });
});

test.each(containers.filter(([, image]) => image === 'cli'))('the container %s is configured', (name) => {
  expect(() => readConfig(CliConfig, environmentIn(name))).not.toThrow();
});

test('the sandbox is configured, and is there in the profile `local` alone', () => {
  expect(() => readSandboxConfig(environmentIn('sandbox'))).not.toThrow();
  const profiled = containers.filter(([name]) => (services[name]?.profiles.length ?? 0) > 0);
  expect(profiled).toEqual([['sandbox', 'sandbox']]);
});

test('every variable of the file is described, with the same preset, and every described one is used', () => {
  const described = composeVariables.map(({ name, preset }) => ({ name, preset: preset ?? null }));
  // Compose itself reads it.
  const referred = [{ name: 'COMPOSE_PROFILES', preset: '' }, ...composeReferences()];
  expect(new Set(referred.map((each) => JSON.stringify(each)))).toEqual(
    new Set(described.map((each) => JSON.stringify(each))),
  );
});

test('no secret has a preset that a system could run with', () => {
  const secrets = composeReferences().filter(({ name }) => /SECRETS?$|TOKENS$|PASSWORD$|_KEYS?$/.test(name));
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter(({ preset }) => preset !== null && preset !== '')).toEqual([]);
});
