import { describe, expect, test } from 'vitest';
import { isPremium, maskPhone, toE164 } from './phone.ts';

describe('toE164', () => {
  test.each([
    ['+12025550123', null, '+12025550123'],
    ['+1 (202) 555-0123', null, '+12025550123'],
    ['(202) 555-0123', 'US', '+12025550123'],
    ['202.555.0123', 'US', '+12025550123'],
    ['030 901820', 'DE', '+4930901820'],
    ['+49 30 901820', 'US', '+4930901820'],
    ['0011 1 202 555 0123', 'AU', '+12025550123'],
    ['0170 1234567', 'DE', '+491701234567'],
    ['0016175550123', 'DE', '+16175550123'],
    ['0016175550123', 'US', '+16175550123'],
    ['00 49-170 1234567', 'US', '+491701234567'],
    ['0016175550123', null, '+16175550123'],
    ['00 61 2 5550 0123', 'AU', '+61255500123'],
    ['＋12025550123', null, '+12025550123'],
    ['\u202d+1 202 555 0123\u202c', null, '+12025550123'],
    ['+1\u200b2025550123', null, '+12025550123'],
    ['+52 1 55 1234 5678', null, '+525512345678'],
    ['+5215512345678', 'US', '+525512345678'],
    ['1 55 1234 5678', 'MX', '+525512345678'],
    ['55 1234 5678', 'MX', '+525512345678'],
    ['+52 55 1234 5678', null, '+525512345678'],
  ])('%s in %s is %s', (phone, country, e164) => {
    expect(toE164(phone, country)).toBe(e164);
  });

  test.each([
    ['202 555 0123', null],
    ['', 'US'],
    ['jordan', 'US'],
    ['12', 'US'],
    ['+1', null],
    ['+1202555012345678', null],
    ['call 202 555 0123', 'US'],
    ['202 555 0123 or 202 555 0199', 'US'],
    ['+999 1234567', null],
    ['00999 1234567', null],
    ['00', 'US'],
    ['000 1 202 555 0123', null],
    ['+1 202 555 0123 ext. 7', null],
    ['+52 1 55 1234 5678 ext. 7', null],
    ['202 555 0123 x7', 'US'],
  ])('%s in %s is not a phone number', (phone, country) => {
    expect(toE164(phone, country)).toBeNull();
  });

  test('accepts a number with a possible length that no numbering plan contains', () => {
    expect(toE164('+12995550123', null)).toBe('+12995550123');
  });
});

describe('isPremium', () => {
  test.each([
    ['a premium-rate number of North America', '+1 900 555 0123'],
    ['a premium-rate number of Austria', '+43900123456'],
    ['an international premium-rate number', '+979123456789'],
    ['a shared-cost number of France', '+33810123456'],
    ['a shared-cost number of Germany', '+491801234567'],
    ['a premium-rate number that begins with 00', '0019005550123'],
  ])('holds for %s', (_what, phone) => {
    expect(isPremium(phone)).toBe(true);
  });

  test.each([
    ['a mobile', '+12025550123'],
    ['a toll-free number', '+18005550123'],
    ['a number that no plan knows yet', '+12995550123'],
    ['a national number', '900 555 0123'],
    ['no number', ''],
  ])('does not hold for %s', (_what, phone) => {
    expect(isPremium(phone)).toBe(false);
  });
});

test('maskPhone shows the last two digits', () => {
  expect(maskPhone('+12025550123')).toBe('••• 23');
});
