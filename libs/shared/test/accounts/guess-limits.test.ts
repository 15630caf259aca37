import { createGuessLimits } from '@pas/shared/accounts/guess-limits';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { useDatabases } from '@pas/testing/test-databases';
import { describe, expect, test } from 'vitest';

await useDatabases();

describe('wrong passwords', () => {
  test.each([
    [
      'of the addresses of one IPv6 /64 count together',
      ['2001:db8:1:2::1', '2001:db8:1:2:3::2', '2001:DB8:1:2::3'],
      '2001:db8:1:3::1',
    ],
    [
      'of one IPv4 address count together, within IPv6 too',
      ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'],
      '192.0.2.8',
    ],
    ['of a zone count together', ['fe80::1%eth0', 'fe80::2%eth1', 'fe80::3'], 'fe81::1'],
  ])('%s', async (_what, [first, second, third], other) => {
    const limits = createGuessLimits({ perAccount: 100, perAddress: 2, windowSeconds: 900 });
    const guess = async (ip: string | undefined): Promise<void> =>
      limits
        .watch({
          emailKey: `${ip}@example.test`,
          account: null,
          source: { ip: ip ?? null, device: null },
          now: new Date(),
        })
        .beforeGuess();
    await guess(first);
    await guess(second);
    await expect(guess(third)).rejects.toMatchObject({ code: 'rate_limited' });
    await guess(other);
  });

  test('leave no whole IPv6 address in the database', async () => {
    const keys = await PasswordFailureModel.distinct('key');
    expect(keys.filter((key) => key.includes('::'))).toEqual([]);
    expect(keys.length).toBeGreaterThan(0);
  });
});
