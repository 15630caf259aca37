import { expect, test } from 'vitest';
import { shortId } from './describe-record.ts';

test('an id is shortened to its end, and a short one stays', () => {
  expect(shortId('pass_01m84yk7egfh9t14bms15zp81s')).toBe('…5zp81s');
  expect(shortId('audit')).toBe('audit');
});
