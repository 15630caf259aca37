import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { expect, test } from 'vitest';
import { dana } from './support/oidc-provider.ts';
import { useOperatorGateway } from './support/operator-gateway.ts';
import { addKey } from './support/rows.ts';

const operators = await useOperatorGateway();

const logInAs = (rol: string) => {
  operators.provider.atKeyboard = { ...dana, sub: `person_${rol}`, o: { id: 'org_1', rol } };
  return operators.logIn();
};

async function issueAs(subject: string, scopes: string[]): Promise<ApiKeyRow> {
  const createdBy = { type: 'STAFF', id: subject, name: 'Dana Reed' };
  return (await addKey(operators.tenantId, { createdBy, scopes })).row;
}
const isDue = async ({ _id }: ApiKeyRow): Promise<boolean | undefined> =>
  (await ApiKeyModel.findById(_id).lean())?.reviewDue;

test('a log-in with a smaller role marks the keys that it could not issue, and records them', async () => {
  const [wide, narrow, foreign] = [
    await issueAs('person_SUPPORT', ['units:*']),
    await issueAs('person_SUPPORT', ['units:read', 'users:read']),
    await issueAs('person_else', ['units:*']),
  ];
  await logInAs('SUPPORT');
  expect(await Promise.all([wide, narrow, foreign].map(isDue))).toEqual([true, false, false]);
  const [record] = await ControlOutboxModel.find({ 'envelope.data.targets.id': wide._id }).lean();
  expect(record?.envelope.data).toMatchObject({
    action: 'session.created',
    changes: [{ path: 'reviewDue', before: false, after: true }],
  });
  await logInAs('SUPPORT');
  expect((await ApiKeyModel.findById(wide._id).lean())?.version).toBe(2);
});

test('a log-in with a role that allows them marks none', async () => {
  const key = await issueAs('person_OWNER', ['units:*', 'api-keys:*']);
  await logInAs('OWNER');
  expect(await isDue(key)).toBe(false);
});
