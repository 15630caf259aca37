import { expect, test } from 'vitest';
import { describeVerification } from './describe-verification.ts';

const intact = { valid: true, firstBrokenSeq: null, checkpoints: { checked: 2 }, restorations: [] };

test('an intact chain names its records and checkpoints', () => {
  expect(describeVerification({ checked: 1204, last: intact })).toBe(
    '1,204 records checked: no one has changed or removed any, 2 signed checkpoints agree.',
  );
});

test('a broken chain names its first broken record', () => {
  const last = { ...intact, valid: false, firstBrokenSeq: 7 };
  expect(describeVerification({ checked: 6, last })).toBe('The chain is broken at record 7. Call security.');
});

test('a chain with a gap names the lost records and the reason', () => {
  const lost = { fromSeq: 4, toSeq: 5, checkpointHash: '' };
  const restoration = { at: '', by: 'pas (ops)', reason: 'The disk failed.', restoredToSeq: 3, lost };
  expect(describeVerification({ checked: 8, last: { ...intact, restorations: [restoration] } })).toContain(
    'A restore from a backup lost records 4 to 5 of the earlier chain. pas (ops): “The disk failed.”',
  );
});
