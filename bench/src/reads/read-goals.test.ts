import { expect, test } from 'vitest';
import { examinedRatio, judgeReads } from './read-goals.ts';
import type { ReadPath } from './read-paths.ts';

const path: ReadPath = { name: 'audit', title: 'audit', groups: [], headers: {}, callers: 20 };
const work = (statements: number, documents: number) => ({
  audit: {
    page: { statements, documents, keys: documents, returned: 50 },
    plain: { statements: 1, documents: 50, keys: 50, returned: 50 },
  },
});

test('statements and examined documents are judged on an unsteady machine too, and processor time is not', () => {
  const found = judgeReads([path], work(400, 50), { costed: [{}], selfRatio: 2 });
  expect(found.map(({ found: figure, verdict }) => [figure, verdict])).toEqual([
    [400, 'missed'],
    [1, 'met'],
    [null, 'not measured'],
  ]);
});

test('a page that examines 7 documents has 7 times those of plain queries that examine none', () => {
  const [page, plain] = [7, 0].map((documents) => ({ statements: 1, documents, keys: 0, returned: 0 }));
  expect(page && plain && examinedRatio({ page, plain })).toBe(7);
});
