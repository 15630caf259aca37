import { readConfig } from '@pas/platform/config/read-config';
import { ruleOf } from '@pas/platform/config/rules';
import { describe, expect, test } from 'vitest';
import { serviceSchemas } from '../service-configs.ts';
import {
  badEnvironmentOf,
  badValueOf,
  checkedOf,
  environmentOf,
  fieldsOf,
  goodValueOf,
  programs,
  schemaOf,
} from './environments.ts';
import { runMain } from './run-main.ts';

const services = Object.keys(serviceSchemas);

/** Returns why a configuration is refused; empty for an accepted one. */
function refusalOf(program: string, environment: Record<string, string>): string {
  try {
    readConfig(schemaOf(program), environment);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

/** Returns the names of the faulty variables, each once. */
function faultsOf(program: string, environment: Record<string, string>): string[] {
  const lines = refusalOf(program, environment).split('\n').slice(1);
  return [...new Set(lines.map((line) => line.trim().split(':', 1)[0] ?? ''))];
}

describe('every variable', () => {
  test.each(programs)('in %s has a rule for production, or is marked as always safe', (program) => {
    const silent = Object.entries(fieldsOf(program)).filter(([, field]) => ruleOf(field) === undefined);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test('with an address or a secret has a rule', () => {
    const lax = programs.flatMap((program) =>
      checkedOf(program)
        .filter((name) => name !== 'TLS_CA_FILE')
        .filter((name) => !ruleOf(fieldsOf(program)[name] ?? schemaOf(program))?.demand)
        .map((name) => `${program} ${name}`),
    );
    expect(lax).toEqual([]);
  });
});

describe('in production', () => {
  test.each(programs)('%s accepts a safe configuration', (program) => {
    expect(faultsOf(program, environmentOf(program, goodValueOf))).toEqual([]);
  });

  test.each(programs)('%s refuses exactly the unsafe values', (program) => {
    const good = environmentOf(program, goodValueOf);
    const faults = checkedOf(program).map((name) => [
      name,
      faultsOf(program, { ...good, [name]: badValueOf(name) ?? '' }),
    ]);
    expect(faults).toEqual(checkedOf(program).map((name) => [name, [name]]));
  });

  test.each(services)('%s names all faults at once and prints no value', (service) => {
    const bad = badEnvironmentOf(service);
    expect(new Set(faultsOf(service, bad))).toEqual(new Set(checkedOf(service)));
    expect(refusalOf(service, bad)).not.toMatch(/canary/i);
  });

  test.each(services)('%s refuses to answer over plain HTTP', (service) => {
    const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...plain } = environmentOf(service, goodValueOf);
    expect(faultsOf(service, plain)).toEqual(['TLS_CERT_FILE', 'TLS_KEY_FILE']);
  });

  test('gateway answers over plain HTTP only behind a declared proxy on a loopback address', () => {
    const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...plain } = environmentOf('gateway', goodValueOf);
    const behind = { ...plain, TLS_PROXY: 'loopback' };
    expect(faultsOf('gateway', behind)).toEqual([]);
    expect(faultsOf('gateway', { ...behind, HOST: '::1' })).toEqual([]);
    expect(faultsOf('gateway', { ...behind, HOST: '0.0.0.0' })).toEqual(['TLS_PROXY']);
  });

  test('only the gateway has a proxy setting', () => {
    for (const service of services.filter((name) => name !== 'gateway')) {
      const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...plain } = environmentOf(service, goodValueOf);
      expect(faultsOf(service, { ...plain, TLS_PROXY: 'loopback' })).toHaveLength(2);
    }
  });

  test('a certificate without a key is also refused in development', () => {
    const { TLS_KEY_FILE: _key, ...half } = environmentOf('gateway', goodValueOf);
    expect(faultsOf('gateway', { ...half, NODE_ENV: 'development' })).toEqual(['TLS_KEY_FILE']);
  });
});

// The long test run starts each service.
describe('a process in production', () => {
  test('for the gateway exits with code 1, names all faults at once and prints no value', async () => {
    const refusal = await runMain('services/gateway/src/main.ts', badEnvironmentOf('gateway'));
    expect(refusal).toEqual({ code: 1, named: new Set(checkedOf('gateway')), showsValue: false });
  });

  test('for the operator’s command line exits with code 1, names all faults and prints no value', async () => {
    const options = ['--tenant', 'a', '--name', 'a', '--scopes', 'units:read'];
    const environment = environmentOf('cli keys', badValueOf);
    const refusal = await runMain('apps/cli/src/main.ts', environment, ['keys', 'create', ...options]);
    const named = new Set(['MONGO_URL', 'CONTROL_MONGO_URL', 'TLS_CA_FILE', 'API_KEY_PEPPER_SECRET']);
    expect(refusal).toEqual({ code: 1, named, showsValue: false });
  });
});
