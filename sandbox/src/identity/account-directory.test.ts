import { describe, expect, it } from 'vitest';
import { createAccountDirectory, subjectOf } from './account-directory.ts';
import { People } from './people.ts';

const people = People.parse({
  staff: [{ email: 'dana@maple.test', password: 'correct horse', name: 'Dana' }],
  residents: [{ email: 'rosa@maple.test', name: 'Rosa' }],
});

describe('createAccountDirectory', () => {
  it('knows the demo people from the start', () => {
    const account = createAccountDirectory(people).find(subjectOf('rosa@maple.test'));
    expect(account).toMatchObject({ email: 'rosa@maple.test', name: 'Rosa', emailVerified: true });
  });

  it('signs staff in by e-mail in any spelling, and exact password', () => {
    const accounts = createAccountDirectory(people);
    expect(accounts.signIn('Dana@MAPLE.test', 'correct horse')).toMatchObject({ name: 'Dana' });
    expect(accounts.signIn('dana@maple.test', 'Correct horse')).toBeUndefined();
    expect(accounts.signIn('rosa@maple.test', '')).toBeUndefined();
  });

  it('gives one subject to both spellings of an international domain', () => {
    expect(subjectOf('Jo@B\u00dcCHER.test')).toBe(subjectOf('jo@xn--bcher-kva.test'));
  });

  it('exposes no password', () => {
    const account = createAccountDirectory(people).signIn('dana@maple.test', 'correct horse');
    expect(JSON.stringify(account)).not.toContain('correct horse');
  });

  it('keeps the name when an e-mail is declared unverified', () => {
    const accounts = createAccountDirectory(people);
    const { sub } = accounts.remember({ email: 'rosa@maple.test', emailVerified: false });
    expect(accounts.find(sub)).toMatchObject({ name: 'Rosa', emailVerified: false });
  });

  it('forgets the oldest declared account above its limit, but no demo person', () => {
    const accounts = createAccountDirectory(people, 2);
    for (const name of ['one', 'two', 'three']) {
      accounts.remember({ email: `${name}@maple.test`, emailVerified: true });
    }
    expect(accounts.find(subjectOf('one@maple.test'))).toBeUndefined();
    expect(accounts.find(subjectOf('three@maple.test'))).toBeDefined();
    expect(accounts.find(subjectOf('dana@maple.test'))).toBeDefined();
  });
});

describe('subjectOf', () => {
  it('is equal for all spellings of an address and differs between addresses', () => {
    expect(subjectOf('ＲＯＳＡ@maple.test')).toBe(subjectOf('rosa@Maple.test'));
    expect(subjectOf('rosa+door@maple.test')).not.toBe(subjectOf('rosa@maple.test'));
  });
});
