import { InviteModel } from '@pas/shared/models/invite';
import { expect, test } from 'vitest';
import { addHome, addInvite, newEmail, startResident, type TestInvite } from './resident-harness.ts';

const service = await startResident();

const storedInvite = async ({ _id, tenantId }: TestInvite) => InviteModel.findOne({ _id, tenantId }).lean();

test('the page of an expired link has one button, which requests a new link', async () => {
  const expiresAt = new Date(Date.now() - 1000);
  const invite = await addInvite(await addHome(), { inviteeEmail: newEmail(), expiresAt });
  const page = await (await service.send(`/join/${invite.token}`)).text();
  const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(page) ?? [];
  expect(action).toBe(`/join/${invite.token}/renewal`);
  expect(page.match(/<button/g)).toHaveLength(1);
  const headers = { 'accept-language': 'de' };
  const response = await service.send(action, { method: 'POST', body: new URLSearchParams(), headers });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<title>Wir haben einen neuen Link angefordert</title>');
  expect((await storedInvite(invite))?.renewalRequestedAt).toBeInstanceOf(Date);
});

test('a request for a new link fails from another site, and while the old link works', async () => {
  const expired = await addInvite(await addHome(), { expiresAt: new Date(Date.now() - 1000) });
  const foreign = { method: 'POST', headers: { origin: 'https://elsewhere.test' } };
  expect((await service.send(`/join/${expired.token}/renewal`, foreign)).status).toBe(403);
  expect((await storedInvite(expired))?.renewalRequestedAt).toBeNull();
  const pending = await addInvite(await addHome());
  const answer = await service.send(`/join/${pending.token}/renewal`, { method: 'POST' });
  expect([answer.status, (await answer.text()).includes('<title>This invite still works</title>')]).toEqual([
    409,
    true,
  ]);
});
