import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../generated-file.ts';
import { isInContext } from './build-context.ts';
import { commandOf, readDockerfiles, recipeOf, settingOf, type Dockerfile } from './dockerfile.ts';

const dockerfiles = readDockerfiles();
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('there is a Dockerfile for each service, each app and the sandbox', () => {
  const owners = globSync('{services/*,apps/*,sandbox}', { cwd: repository });
  expect(dockerfiles.map(({ path }) => path)).toEqual(
    owners.map((owner) => `${owner}/Dockerfile`).toSorted(),
  );
});

describe('the Dockerfiles of the services', () => {
  /** Its lines, the service's name taken out. */
  const linesOf = ({ path, name }: Dockerfile): string[] =>
    read(path)
      .replaceAll(new RegExp(String.raw`(?<=services/|@pas/|property-access/)${name}\b`, 'g'), '<name>')
      .split('\n');

  const services = dockerfiles.filter(({ path }) => path.startsWith('services/'));
  const texts = services.map(linesOf);
  const common = texts[0]?.filter((line) => texts.every((lines) => lines.includes(line))) ?? [];

  test('differ by the name, and by what the gateway serves and admin keeps', () => {
    const own = services.map(({ name }, index) => [
      name,
      texts[index]?.filter((line) => !common.includes(line)),
    ]);
    expect(Object.fromEntries(own)).toEqual({
      admin: [
        '# Its own: where a volume for the checkpoints of the audit is mounted, so that it belongs to the user.',
        'RUN install --directory --owner=node --group=node /checkpoints',
      ],
      'core-mobile': [],
      gateway: ['# Its own: the API descriptions that it serves.', 'COPY docs/openapi docs/openapi'],
      resident: [],
      webhooks: [],
    });
  });

  test('say the same in the same order', () => {
    for (const lines of texts) expect(lines.filter((line) => common.includes(line))).toEqual(common);
  });
});

describe.each(dockerfiles.map((dockerfile) => [dockerfile.name, dockerfile] as const))(
  'the image of %s',
  (name, dockerfile) => {
    test('has the pinned Node and pnpm', () => {
      const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
      const bases = new Set([...dockerfile.stages.values()].map(({ base }) => base));
      expect(bases).toEqual(new Set([`node:${read('.node-version').trim()}-bookworm-slim`, 'base']));
      expect(read(dockerfile.path)).toContain(`npm install --global ${packageManager}\n`);
    });

    test('runs for production, as a user that is not root', () => {
      expect(settingOf(dockerfile, 'USER')).toBe('1000:1000');
      expect(recipeOf(dockerfile)).toContainEqual({ keyword: 'ENV', text: 'NODE_ENV=production' });
    });

    test('installs what its package needs in production, as the lockfile has it', () => {
      const [install] = recipeOf(dockerfile, 'packages').filter(({ text }) => text.includes('pnpm install'));
      expect(install?.text).toContain(`pnpm install --prod --frozen-lockfile --filter '@pas/${name}...'`);
      expect(install?.text).toContain('--mount=type=cache,');
    });

    test('is stopped by a signal that its program gets, and tells whether it is healthy', () => {
      const [program] = [...commandOf(dockerfile, 'ENTRYPOINT'), ...commandOf(dockerfile, 'CMD')];
      expect([program, settingOf(dockerfile, 'STOPSIGNAL')]).toEqual(['node', 'SIGTERM']);
      expect(settingOf(dockerfile, 'HEALTHCHECK')).toMatch(name === 'cli' ? /^NONE$/ : / CMD \["node", /);
    });
  },
);

test('no local file of secrets is sent to a build', () => {
  expect(['.env', 'services/admin/.env', '.data/local.json', '.git/config'].filter(isInContext)).toEqual([]);
});
