import { expect, test } from 'vitest';
import { formatNamed, formatReport, formatTable, namedColumns } from './report.ts';

test('a table aligns its columns, rounds numbers and marks missing figures', () => {
  const rows = [
    { name: 'gateway', ms: 1.234, cpuMs: { mongod: 2 } },
    { name: 'x', ms: undefined, cpuMs: {} },
  ];
  const columns = namedColumns<(typeof rows)[number]>(['mongod'], ({ cpuMs }) => cpuMs, 1);
  expect(formatTable([['name', ({ name }) => name], ['ms', ({ ms }) => ms], ...columns], rows)).toBe(
    [
      '| name    | ms   | mongod |',
      '|---------|------|--------|',
      '| gateway | 1.23 | 2.0    |',
      '| x       | –    | 0.0    |',
    ].join('\n'),
  );
});

test('a report ends with the A/A ratios and the figures with their goals', () => {
  const found = { ratio: 'ours / theirs', goal: '≤ 1.00', found: 0.8, verdict: 'met' } as const;
  const missing = { ...found, found: null, verdict: 'not measured' } as const;
  expect(formatReport(['text'], { selfRatio: 1.2, comparisons: [found, missing] })).toBe(
    [
      'text',
      '',
      'A/A 1.20 (outside of 0.9 to 1.1)',
      '',
      '| compared      | goal   | found | verdict      |',
      '|---------------|--------|-------|--------------|',
      '| ours / theirs | ≤ 1.00 | 0.80  | met          |',
      '| ours / theirs | ≤ 1.00 | –     | not measured |',
    ].join('\n'),
  );
  expect(formatReport(['text'], { selfRatio: { lists: 1, creations: 0.5 } })).toBe(
    'text\n\nA/A lists 1.00, creations 0.50 (outside of 0.9 to 1.1)',
  );
});

test('figures by name are listed from the largest, without those near zero', () => {
  expect(formatNamed({ peer: 1, hello: 0.01, mongod: 5.176 })).toBe('mongod 5.18, peer 1.00');
});
