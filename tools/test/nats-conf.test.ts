import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverBinary } from '@pas/testing/server-binary';
import { expect, test } from 'vitest';
import { composedUsers } from '../src/bus-configuration.ts';
import { repository } from '../src/generated-file.ts';

const run = promisify(execFile);
const check = (env: Record<string, string>) =>
  run(serverBinary('nats-server'), ['-t', '--config', join(repository, 'docker/nats.conf')], { env });

test('a server accepts the configuration of the container, with passwords from the environment', async () => {
  const passwords = composedUsers.map(({ variable }) => [variable, `"of ${variable}"`]);
  const { stderr } = await check(Object.fromEntries(passwords) as Record<string, string>);
  expect(stderr).toContain('is valid');
});

test('a server with a missing password does not start', async () => {
  await expect(check({})).rejects.toThrow('variable reference');
});
