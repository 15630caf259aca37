import { expect, test } from 'vitest';
import { createContactCodes } from './contact-codes.ts';

const codes = createContactCodes('a secret of the tests');
const requests = Array.from({ length: 200 }, (_none, index) => ({
  _id: `code_${index}`,
  to: '+12025550123',
}));

test('a code has six digits, and depends on its request, contact and secret', () => {
  for (const request of requests) expect(codes.codeOf(request)).toMatch(/^\d{6}$/);
  expect(new Set(requests.map((request) => codes.codeOf(request))).size).toBeGreaterThan(190);
  const request = { _id: 'code_1', to: '+12025550123' };
  const code = codes.codeOf(request);
  expect(codes.isCodeOf(request, code)).toBe(true);
  for (const given of ['', code.slice(1), `${code}0`, ` ${code}`])
    expect(codes.isCodeOf(request, given)).toBe(false);
  expect(codes.codeOf({ ...request, to: '+12025550124' })).not.toBe(code);
  expect(createContactCodes('another secret').codeOf(request)).not.toBe(code);
});
