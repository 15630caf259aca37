import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { streams } from './streams.ts';

const covers = (pattern: string, subject: string): boolean => subject.startsWith(pattern.replace(/>$/, ''));

test('every event of the catalogue has exactly one stream', () => {
  const homes = Object.keys(catalogue).map((type) => ({
    type,
    count: streams.filter(({ subjects }) => subjects.some((pattern) => covers(pattern, type))).length,
  }));
  expect(homes.filter(({ count }) => count !== 1)).toEqual([]);
});

test('no stream takes the commands to doors', () => {
  const takers = streams.filter(({ subjects }) =>
    subjects.some((pattern) => covers(pattern, 'pas.v1.doors.main-entrance.unlock')),
  );
  expect(takers).toEqual([]);
});
