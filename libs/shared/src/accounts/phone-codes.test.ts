import { expect, test } from 'vitest';
import { createPhoneCodes } from './phone-codes.ts';

const codes = createPhoneCodes('a secret of the tests');
const requests = Array.from({ length: 200 }, (_none, index) => ({
  _id: `phc_${index}`,
  phone: '+12025550123',
}));

test('a code has six digits, and depends on its request, phone and secret', () => {
  for (const request of requests) expect(codes.codeOf(request)).toMatch(/^\d{6}$/);
  expect(new Set(requests.map((request) => codes.codeOf(request))).size).toBeGreaterThan(190);
  const request = { _id: 'phc_1', phone: '+12025550123' };
  const code = codes.codeOf(request);
  expect(codes.isCodeOf(request, code)).toBe(true);
  for (const given of ['', code.slice(1), `${code}0`, ` ${code}`])
    expect(codes.isCodeOf(request, given)).toBe(false);
  expect(codes.codeOf({ ...request, phone: '+12025550124' })).not.toBe(code);
  expect(createPhoneCodes('another secret').codeOf(request)).not.toBe(code);
});
