import { expect, test } from 'vitest';
import { invalidPhone } from './invalid-phone.ts';

test.each(['+1 212 555 0123 x5', '212-555-0123 ext. 12', '+12125550123;ext=5', '(212) 555-0123 #7'])(
  '%s has an extension, and the message says so',
  (text) => {
    expect(invalidPhone('phone', text).message).toContain('cannot reach an extension');
  },
);

test.each(['1-800-FLOWERS', '12', '212 555 0123 / 212 555 0199'])('%s needs a country code', (text) => {
  const { code, message, details } = invalidPhone('inviteePhone', text);
  expect([code, details.errors?.[0]?.code]).toEqual(['validation_failed', 'invalid_phone']);
  expect(message).toContain('with its country code');
});
