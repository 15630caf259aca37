import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { CliConfig, StreamsConfig, UsersConfig } from '@pas/cli/src/config.ts';
import { readConfig } from '@pas/platform/config/read-config';
import { WantedUsers } from '@pas/platform/mongo/users/wanted-users';
import { readConfig as readSandboxConfig } from '@pas/sandbox/src/config.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { composedUsers } from './bus-configuration.ts';
import { fillSecrets } from './fill-secrets.ts';
import { repository } from './generated-file.ts';
import { workerMalloc, workerOptions } from './local-system/plans/plan-services.ts';
import { serviceSchemas } from './service-configs.ts';

/** Networks of a container, with its aliases. */
const Networks = z
  .union([
    z
      .array(z.string())
      .transform((names) => Object.fromEntries(names.map((name) => [name, { aliases: [] as string[] }]))),
    z.record(z.string(), z.object({ aliases: z.array(z.string()).default([]) })),
  ])
  .default({});

const ComposeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z
        .object({
          dockerfile: z.string().default('Dockerfile'),
          args: z.object({ SERVICE: z.string().optional(), BUILD_ID: z.string().optional() }).optional(),
        })
        .optional(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      ports: z.array(z.string()).default([]),
      networks: Networks,
    }),
  ),
});

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

const example = read('.env.example');
const text = read('docker-compose.yml');
const variables = parseEnv(fillSecrets(example));
/** References such as `${NAME}`, `${NAME:-preset}` or `${NAME:?}`. */
const references = [...text.matchAll(/\$\{(?<name>\w+)(?::[-?](?<preset>[^}]*))?\}/g)];
const filled = references.reduce(
  (before, [reference, name = '']) => before.replaceAll(reference, variables[name] ?? ''),
  text,
);
const { services } = ComposeFile.parse(parse(filled, { merge: true }));
const containers = Object.entries(services).flatMap(([name, { build, ...container }]) => {
  const image = build?.args?.SERVICE ?? build?.dockerfile.split('/').at(-2);
  return image === undefined ? [] : [{ ...container, name, image }];
});
const ofServices = containers.filter(({ image }) => image in serviceSchemas);

/** Variables that the images set. */
const ofTheImage = { NODE_ENV: 'production', PORT: '8080' };

/** Variables that the C library reads in every process. */
const ofTheCLibrary = Object.keys(workerMalloc);

test('each image has its build as its tag, and contains the name of the build', () => {
  const built = Object.values(services).filter(({ build }) => build !== undefined);
  const wrong = built.filter(({ image, build }) => {
    const name = build?.args?.SERVICE ?? build?.dockerfile.split('/').at(-2);
    const isNamed = name === 'sandbox' || build?.args?.BUILD_ID === 'development';
    return image !== `property-access/${name}:development` || !isNamed;
  });
  expect(wrong).toEqual([]);
});

test('each image of a service runs in a container', () => {
  expect(new Set(ofServices.map(({ image }) => image))).toEqual(new Set(Object.keys(serviceSchemas)));
});

describe.each(ofServices)('the container $name', ({ image, environment, depends_on: dependencies }) => {
  const schema = serviceSchemas[image] as z.ZodObject;

  test('has all settings that its service requires', () => {
    const config = readConfig(schema, { ...ofTheImage, ...environment });
    expect(config).toMatchObject({ NODE_ENV: 'development' });
  });

  test('has only settings that its service reads', () => {
    const unread = Object.keys(environment).filter((key) => !(key in schema.shape));
    expect(unread.filter((key) => !ofTheCLibrary.includes(key))).toEqual([]);
  });

  test('waits for the indexes, the streams and the event bus', () => {
    const conditions = Object.values(dependencies).map(({ condition }) => condition);
    const completed = 'service_completed_successfully';
    expect(conditions.toSorted()).toEqual([completed, completed, 'service_healthy']);
  });
});

test('workers have the same memory options in containers, in the local system and in production', () => {
  const { command, environment } = services['admin-workers'] ?? {};
  expect(command).toEqual(['node', ...workerOptions, 'src/main.ts']);
  expect(environment).toMatchObject(workerMalloc);
  const guide = read('docs/deploy.md');
  expect(guide).toContain(`node ${workerOptions.join(' ')} src/main.ts`);
  for (const [name, value] of Object.entries(workerMalloc)) expect(guide).toContain(`${name}=${value}`);
});

test('the operator’s commands and the sandbox have valid settings', () => {
  const schemas: Record<string, z.ZodObject> = { users: UsersConfig, streams: StreamsConfig };
  for (const { command, environment } of containers.filter(({ image }) => image === 'cli')) {
    const schema = schemas[command[0] ?? ''] ?? CliConfig;
    expect(() => readConfig(schema, { ...ofTheImage, ...environment })).not.toThrow();
  }
  expect(() => readSandboxConfig(services['sandbox']?.environment ?? {})).not.toThrow();
});

test('browsers and gateways reach the login address of operators', () => {
  const { environment, networks, ports } = services['sandbox'] ?? {};
  const issuer = environment?.['IDENTITY_ISSUER'] ?? '';
  const { hostname, port } = new URL(issuer);
  // RFC 6761, section 6.3: outside the containers, a name below localhost is this machine.
  expect(hostname).toMatch(/\.localhost$/);
  expect(ports).toContain(`127.0.0.1:${port}:${port}`);
  const gateways = ofServices.filter(
    ({ image, environment: { GATEWAY_ROLE: role } }) => image === 'gateway' && role === 'api',
  );
  expect(gateways).toHaveLength(2);
  const callbacks = environment?.['OPERATOR_REDIRECT_URIS']?.split(',');
  for (const gateway of gateways) {
    expect(gateway.environment).toMatchObject({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_SECRET: environment?.['OPERATOR_CLIENT_SECRET'],
    });
    expect(callbacks).toContain(`${gateway.environment['PORTAL_URL']}/api/admin/auth/callback`);
    const shared = Object.keys(gateway.networks).filter((name) =>
      networks?.[name]?.aliases.includes(hostname),
    );
    expect(shared).not.toEqual([]);
  }
});

test('each container has its own user on the event bus', () => {
  const used = containers.flatMap(({ environment }) => {
    const url = environment['NATS_URL'] ?? environment['DECLARER_NATS_URL'];
    return url === undefined ? [] : [new URL(url)];
  });
  const known = new Map(composedUsers.map(({ name, variable }) => [name, variables[variable]]));
  expect(used.map(({ username, password }) => [username, password])).toEqual(
    used.map(({ username }) => [username, known.get(username)]),
  );
  expect(new Set(used.map(({ username }) => username)).size).toBe(used.length);
  const passwords = composedUsers.map(({ variable }) => [variable, `"${variables[variable]}"`]);
  expect(services['nats']?.environment).toEqual(Object.fromEntries(passwords));
});

test('the sandbox simulates the doors of each environment as a user limited to doors', () => {
  const { environment = {}, networks } = services['sandbox'] ?? {};
  const urls = JSON.parse(environment['DOORS_NATS_URLS'] ?? '{}') as Record<string, string>;
  const doors = composedUsers.filter(({ user }) => user === 'doors');
  expect(Object.entries(urls)).toEqual(
    doors.map(({ environment: name, name: user, variable }) => [
      name,
      `nats://${user}:${variables[variable]}@nats:4222`,
    ]),
  );
  // The sandbox reaches the bus in a network without the other stores.
  expect(networks).toHaveProperty('doors');
  expect(networks).not.toHaveProperty('stores');
});

test('the sandbox listens on the port of each of its addresses', () => {
  const { environment: own = {} } = services['sandbox'] ?? {};
  const { sandboxPort, mailboxPort, smtpPort, identity } = readSandboxConfig({
    SANDBOX_PORT: '8080',
    ...own,
  });
  const open = new Set([sandboxPort, mailboxPort, smtpPort, identity.port].map(String));
  const named = containers.flatMap(({ environment }) =>
    Object.values(environment).flatMap((value) => [...value.matchAll(/\/\/sandbox:(\d+)/g)]),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.map(([, port]) => port).filter((port = '') => !open.has(port))).toEqual([]);
});

const urlsOf = ({ environment }: { environment: Record<string, string> }): URL[] =>
  ['MONGO_URL', 'CONTROL_MONGO_URL'].map((name) => new URL(environment[name] ?? ''));

test('containers connect to MongoDB as the declared users, and none as the operator', () => {
  const made = containers
    .filter(({ command }) => command[0] === 'users')
    .flatMap(({ environment: { MONGO_USERS = '', OPERATOR_MONGO_URL = '' } }) =>
      WantedUsers.parse(MONGO_USERS).map(
        ({ name, password }) => `${name}:${password}@${new URL(OPERATOR_MONGO_URL).pathname.slice(1)}`,
      ),
    );
  const opening = containers.filter(({ environment }) => 'MONGO_URL' in environment).flatMap(urlsOf);
  const used = opening.map(
    ({ username, password, searchParams }) => `${username}:${password}@${searchParams.get('authSource')}`,
  );
  expect(new Set(used)).toEqual(new Set(made));
});

test('each container opens the database of its environment, as a user of that environment', () => {
  const opening = containers.filter(({ environment }) => 'MONGO_URL' in environment);
  const opened = opening.map((container) => {
    const [core, control] = urlsOf(container);
    return [core?.pathname, core?.searchParams.get('authSource'), control?.searchParams.get('authSource')];
  });
  const own = opening.map(({ environment }) => `pas_${environment['ENVIRONMENT']?.toLowerCase()}`);
  expect(opened).toEqual(own.map((database) => [`/${database}`, database, database]));
});

test('.env.example has exactly the variables of the file', () => {
  // A variable that may be unset is after a `#`.
  const described = [...example.matchAll(/^(?:# )?([A-Z]\w+)=/gm)].map(([, name]) => name);
  // Compose itself reads `COMPOSE_PROFILES`.
  const referred = ['COMPOSE_PROFILES', ...references.map(([, name]) => name)];
  expect(new Set(described)).toEqual(new Set(referred));
});

test('no secret has a value in .env.example or a preset in the file', () => {
  const isSecret = (name = ''): boolean => /(SECRETS?|PASSWORD|_KEYS?)$/.test(name);
  const given = Object.entries(parseEnv(example)).filter(([name, value]) => isSecret(name) && value !== '');
  const preset = references.filter(({ groups = {} }) => isSecret(groups['name']) && groups['preset']);
  expect([...given, ...preset]).toEqual([]);
});
