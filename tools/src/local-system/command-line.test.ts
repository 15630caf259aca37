import { describe, expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

const place = { workingDir: '/home/dana', repositoryDir: '/repository' };
const read = (...args: string[]) => readCommandLine(args, place);

describe('readCommandLine', () => {
  test('runs one process of each service on port 8080 with data in the repository by default', () => {
    expect(read()).toEqual({
      port: 8080,
      dataDir: '/repository/.data',
      profile: 'demo',
      replicas: 1,
      tls: false,
      watched: null,
    });
  });

  test('reads all options, with the data directory relative to the caller’s folder', () => {
    const args = [
      '--port',
      '9000',
      '--data',
      'mine',
      '--empty',
      '--replicas',
      '3',
      '--only',
      'admin',
      '--tls',
    ];
    expect(read(...args)).toEqual({
      port: 9000,
      dataDir: '/home/dana/mine',
      profile: null,
      replicas: 3,
      tls: true,
      watched: 'admin',
    });
  });

  test('--stores runs no service', () => {
    expect(read('--stores')).toMatchObject({ storesOnly: true });
  });

  test.each(['tiny', 'demo', 'load'])('reads the profile %s', (profile) => {
    expect(read('--profile', profile)?.profile).toBe(profile);
  });

  test.each(['--help', '-h'])('%s requests the help', (option) => {
    expect(read(option)).toBeNull();
  });

  test.each([
    [['--port', 'x'], '--port: expected a whole number from 1 to 65336, got "x".'],
    [['--port', '65337'], '--port: expected a whole number from 1 to 65336, got "65337".'],
    [['--replicas', '0'], '--replicas: expected a whole number from 1 to 9, got "0".'],
    [
      ['--only', 'mongod'],
      '--only: expected one of gateway, admin, resident, core-mobile, webhooks, sandbox, got "mongod".',
    ],
    [['--profile', 'huge'], '--profile: expected one of tiny, demo, load, got "huge".'],
    [['--profile', 'tiny', '--empty'], 'Use either --empty or --profile, not both.'],
    [['--prot', '1'], "Unknown option '--prot'. See script/server --help."],
    [['8080'], "Unexpected argument '8080'. See script/server --help."],
    [['--port'], "Option '--port <value>' argument missing. See script/server --help."],
  ])('refuses %j', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });
});
