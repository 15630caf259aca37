import { describe, expect, test } from 'vitest';
import { releaseEntries, sectionOf } from './changelog.ts';
import { faultsOfRelease } from './check-release.ts';
import { formatNotice } from './notice.ts';
import { formatProvenance } from './provenance.ts';
import { nextVersion, tagOf } from './version-rules.ts';

const changelog = `# Changelog

## [Unreleased]

### For residents

- The portal opens doors.

## [0.1.0] - 2026-11-25

First release.
`;

describe('the changelog', () => {
  test('has the entries of a version up to the next one', () => {
    expect(sectionOf(changelog, 'Unreleased')).toBe('### For residents\n\n- The portal opens doors.');
    expect(sectionOf(changelog, '0.1.0')).toBe('First release.');
    expect(sectionOf(changelog, '0.2.0')).toBeNull();
  });

  test('moves the unreleased entries under a version, once', () => {
    const released = releaseEntries(changelog, '0.2.0', '2026-11-26');
    expect(released).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-11-26\n\n### For residents\n');
    expect(sectionOf(released, 'Unreleased')).toBe('');
    expect(() => releaseEntries(released, '0.3.0', '2026-11-27')).toThrow('no unreleased entries');
    expect(() => releaseEntries(changelog, '0.1.0', '2026-11-27')).toThrow('0.1.0 already');
  });
});

test.each([
  ['0.1.0', ['fix(admin): answer 404'], '0.1.1'],
  ['0.1.0', ['fix: a', 'feat(admin): add doors'], '0.2.0'],
  ['0.1.0', ['feat(admin)!: rename a field'], '0.2.0'],
  ['1.4.2', ['feat(admin)!: rename a field'], '2.0.0'],
  ['1.4.2', ['fix: a\n\nBREAKING CHANGE: the field has another name'], '2.0.0'],
  ['1.4.2', ['fix: a\n\nBREAKING-CHANGE: the field has another name'], '2.0.0'],
  ['1.4.2', ['fix: a\n\nNote!: a line of the body'], '1.4.3'],
  ['1.4.2', ['refactor: rename feature files'], '1.4.3'],
])('after %s the commits %j make %s', (previous, messages, next) => {
  expect(nextVersion(previous, messages)).toBe(next);
});

test('a tag is a v and the version', () => {
  expect(tagOf('0.2.0')).toBe('v0.2.0');
  expect(() => tagOf('0.2')).toThrow('0.2 is not a version');
});

describe('the notice', () => {
  const licensed = (name: string, id: string) => ({
    name,
    version: '1.0.0',
    licenses: [{ license: { id } }],
  });

  test('groups packages by licence, without own packages and binaries of a platform', () => {
    const source = [{ type: 'vcs', url: 'git+https://example.test/push.git' }];
    const notice = formatNotice([
      { ...licensed('push', 'MPL-2.0'), externalReferences: source },
      licensed('cors', 'MIT'),
      licensed('argon2-linux-x64-gnu', 'MIT'),
      { ...licensed('platform', 'MIT'), group: '@pas' },
    ]);
    expect(notice).toMatch(
      /MIT\n\n- cors 1\.0\.0\n\nMPL-2\.0\n\n- push 1\.0\.0 https:\/\/example\.test\/push\n$/,
    );
    expect(notice).not.toContain('argon2');
    expect(notice).not.toContain('@pas');
  });

  test('refuses a package with another licence, or with none', () => {
    const refused = [licensed('strict', 'AGPL-3.0-only'), { name: 'bare', version: '1.0.0' }];
    expect(() => formatNotice(refused)).toThrow('strict (AGPL-3.0-only), bare (no licence)');
  });
});

describe('a release', () => {
  const state = { changes: '', tags: ['v0.0.9'], packageVersion: '0.1.0', changelog };

  test('can be built from a clean tree with a version, its entries and no tag of it', () => {
    expect(faultsOfRelease('0.1.0', state)).toEqual([]);
  });

  test('lists each fault', () => {
    const large = `${changelog}${'- Another entry.\n'.repeat(700)}`;
    const faulty = { ...state, changes: ' M package.json', tags: ['v0.2.0'], changelog: large };
    expect(faultsOfRelease('0.2.0', faulty)).toEqual([
      'The working tree has uncommitted changes.',
      'The tag v0.2.0 exists.',
      'The packages have version 0.1.0. Run script/release prepare.',
      'CHANGELOG.md has no entries of 0.2.0.',
      `CHANGELOG.md has ${Buffer.byteLength(large)} bytes, and 10000 at most are allowed.`,
    ]);
  });

  test('states the digest of each file and its commit as its provenance', () => {
    const statement = formatProvenance([{ file: 'NOTICE', sha256: 'ab' }], {
      version: '0.1.0',
      commit: 'c1',
    });
    expect(JSON.parse(statement)).toMatchObject({
      subject: [{ name: 'NOTICE', digest: { sha256: 'ab' } }],
      predicate: {
        buildDefinition: {
          externalParameters: { version: '0.1.0' },
          resolvedDependencies: [{ digest: { gitCommit: 'c1' } }],
        },
      },
    });
  });
});
