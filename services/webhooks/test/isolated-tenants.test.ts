import { SessionModel } from '@pas/shared/models/session';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { signIdentity } from '@pas/testing/signed-webhooks/sign-webhook';
import { expect, test } from 'vitest';
import { addPerson } from './identity-people.ts';
import { processAll } from './processing-support.ts';
import { useWebhooks } from './webhooks-harness.ts';

const { keys, send } = await useWebhooks();

const tell = async (type: string, data: object) =>
  send(signIdentity(keys.current.identity, JSON.stringify({ type, data })));

const openSessions = (ids: readonly string[]) =>
  SessionModel.countDocuments({ _id: { $in: [...ids] }, revokedAt: null });

test('user.deleted: an unreadable user of one tenant does not keep sessions of another tenant open', async () => {
  const { subject, users, sessions } = await addPerson();
  const [broken, other] = users as [UserRow, UserRow];
  const filter = { _id: broken._id as never, tenantId: broken.tenantId };
  await UserModel.collection.updateOne(
    filter,
    { $set: { residences: 7 } },
    { bypassDocumentValidation: true },
  );
  await tell('user.deleted', { id: subject, deleted: true });
  await expect(processAll('identity')).rejects.toThrow(TypeError);
  expect(await openSessions(sessions)).toBe(1);
  expect(await SessionModel.countDocuments({ userId: other._id, revokedAt: null })).toBe(0);
  await UserModel.collection.updateOne(filter, { $set: { residences: [] } });
  await processAll('identity');
  expect(await openSessions(sessions)).toBe(0);
});
