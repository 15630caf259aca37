import { describe, expect, test } from 'vitest';
import { chooseEnvironment } from './admin-env.ts';

const environments = { byDefault: 'DEV', withCore: new Set(['DEV', 'TEST', 'QA_EU']) };

const codeOf = (named: string): string => {
  try {
    return chooseEnvironment(named, environments);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('chooseEnvironment', () => {
  test('chooses the default without a name', () => {
    expect(chooseEnvironment(undefined, environments)).toBe('DEV');
  });

  test.each(['DEV', 'TEST', 'QA_EU'])('%s has a Core', (name) => {
    expect(codeOf(name)).toBe(name);
  });

  test.each(['STAGING', 'PROD'])('%s is known and has no Core here', (name) => {
    expect(codeOf(name)).toBe('environment_unavailable');
  });

  test.each(['QA', 'dev', 'DEV ', 'constructor', ''])('%j is unknown', (name) => {
    expect(codeOf(name)).toBe('unknown_environment');
  });
});
