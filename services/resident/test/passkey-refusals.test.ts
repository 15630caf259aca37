import { PasskeyChallengeModel } from '@pas/shared/models/passkey-challenge';
import { maxProcessorMs } from '@pas/testing/hostile/measure-cost';
import { describe, expect, test } from 'vitest';
import { add, listPasskeys, prepare } from './passkey-support.ts';
import { addResident, password, portalUrl, startResident } from './resident-harness.ts';
import { createAuthenticator, type Deviation } from '@pas/testing/software-authenticator';

const service = await startResident();

describe('422', () => {
  test('a challenge works once, and not for other sessions', async () => {
    const me = await addResident(service);
    const other = await addResident(service);
    const { body } = await prepare(service, me.as);
    const { options, challengeId } = body;
    const credential = createAuthenticator(portalUrl).create(options);
    const refused = await add(service, other.as, { challengeId, credential });
    expect(refused.body['errors']).toMatchObject([{ path: 'challengeId', code: 'challenge_ended' }]);
    expect((await add(service, me.as, { challengeId, credential })).status).toBe(201);
    const again = await add(service, me.as, { challengeId, credential });
    expect([again.status, again.body['errors']]).toMatchObject([422, [{ code: 'challenge_ended' }]]);
  });

  test('a challenge ends after 5 minutes, and with a new password', async () => {
    const { as } = await addResident(service);
    const [late, stale] = [await prepare(service, as), await prepare(service, as)];
    const past = { $set: { expiresAt: new Date(Date.now() - 1) } };
    await PasskeyChallengeModel.updateOne({ _id: late.body.challengeId }, past);
    const body = { currentPassword: password, newPassword: 'another horse battery' };
    expect((await service.call('POST', '/api/v1/me/password', { as, body })).status).toBe(204);
    for (const { body: prepared } of [late, stale]) {
      const credential = createAuthenticator(portalUrl).create(prepared.options);
      const answer = await add(service, as, { challengeId: prepared.challengeId, credential });
      expect([answer.status, answer.body['errors']]).toMatchObject([422, [{ code: 'challenge_ended' }]]);
    }
  });

  const deviations: Record<string, Deviation> = {
    'another challenge': { challenge: 'AAAA' },
    'another origin': { origin: 'https://portal.test' },
    'another host': { rpId: 'evil.test' },
    'the answer of a sign-in': { type: 'webauthn.get' },
    'an absent person': { flags: 0x5c },
    'an unverified person': { flags: 0x59 },
    'no key': { flags: 0x1d },
  };

  test.each(Object.entries(deviations))(
    'a credential with %s is credential_invalid',
    async (_what, deviation) => {
      const { as } = await addResident(service);
      const { body } = await prepare(service, as);
      const credential = createAuthenticator(portalUrl).create(body.options, deviation);
      const answer = await add(service, as, { challengeId: body.challengeId, credential });
      expect([answer.status, answer.body['errors']]).toMatchObject([422, [{ code: 'credential_invalid' }]]);
      expect((await listPasskeys(service, as)).body.total).toBe(0);
    },
  );

  const url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');
  const bombs: Record<string, string> = {
    'arrays in arrays': url('81'.repeat(12_000)),
    'maps in maps': url('a100'.repeat(6000)),
    'tags in tags': url('c1'.repeat(12_000)),
    'an array of 2^53 values': url('9b001fffffffffffff00'),
    'a map of 2^53 values': url('bb001fffffffffffff00'),
    'a text of 2^53 bytes': url('7b001fffffffffffff00'),
    'a number': url('00'),
    'half a value': url('a3'),
  };

  test.each(Object.entries(bombs))(
    'an attestation object with %s costs little processor time',
    async (_what, attestationObject) => {
      const { as } = await addResident(service);
      const costs: number[] = [];
      for (let time = 0; time < 2; time += 1) {
        const { body } = await prepare(service, as);
        const credential = createAuthenticator(portalUrl).create(body.options);
        const response = { ...credential.response, attestationObject };
        const before = process.threadCpuUsage();
        const bomb = { challengeId: body.challengeId, credential: { ...credential, response } };
        const answer = await add(service, as, bomb);
        const { user, system } = process.threadCpuUsage(before);
        costs.push((user + system) / 1000);
        expect([answer.status, answer.body['errors']]).toMatchObject([422, [{ code: 'credential_invalid' }]]);
      }
      // The first time may include compilation.
      expect(Math.min(...costs)).toBeLessThan(maxProcessorMs);
    },
  );
});
