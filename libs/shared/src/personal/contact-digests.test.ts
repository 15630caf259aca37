import { describe, expect, test } from 'vitest';
import { digestContacts, digestEmail, digestPhone, digestSubject } from './contact-digests.ts';

const phone = digestPhone('+12125550147');
const email = digestEmail('jordan@example.test');

describe('digests of contacts', () => {
  test.each(['+12125550147', '(212) 555-0147', '+1 212 555 0147', 'sip:+12125550147@carrier.example.test'])(
    '%s is found by the phone',
    (text) => {
      expect(digestContacts({ From: text })).toContain(phone);
    },
  );

  test.each(['Jordan@Example.test ', 'Jordan <jordan@example.test>', 'mailto:JORDAN@example.test'])(
    '%s is found by the e-mail',
    (text) => {
      expect(digestContacts({ data: { email_addresses: [{ email_address: text }] } })).toEqual([email]);
    },
  );

  test('a digest reveals nothing of the value, and kinds differ', () => {
    expect(phone).toMatch(/^[\w-]{16}$/);
    expect(digestSubject('jordan@example.test')).not.toBe(email);
  });

  test('other texts have no digest', () => {
    expect(digestContacts({ a: 'Jordan', b: ['@', 'a@ b', ''], c: null, d: 12_125_550_147 })).toEqual([
      digestEmail('a@'),
    ]);
  });

  test('a body of a megabyte yields a hundred digests at most, and is searched quickly', () => {
    const many = Array.from({ length: 40_000 }, (_, index) => `person.${index}@example.test`);
    expect(digestContacts(many)).toHaveLength(100);
    expect(digestContacts(['x'.repeat(1_000_000), '1'.repeat(1_000_000)])).toEqual([]);
  });
});
