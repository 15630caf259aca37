import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { addDoor, addResident, newHome, startCoreMobile, type TestResident } from './core-mobile-harness.ts';

const service = await startCoreMobile();

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

async function addPass({ as }: TestResident, doorId: string): Promise<string> {
  const body = { accessPointIds: [doorId], startsAt: inHours(0), endsAt: inHours(1) };
  const answer = await service.call<{ pass: { id: string } }>('POST', '/access/passes', { as, body });
  return `/access/passes/${answer.body.pass.id}`;
}
async function addOwnDevice({ as }: TestResident): Promise<string> {
  const body = { provider: 'FCM', token: newId('device') };
  const answer = await service.call<{ device: { id: string } }>('POST', '/devices', { as, body });
  return `/devices/${answer.body.device.id}`;
}

test('a DELETE with If-Match of another version is 412 and deletes nothing; one of its version is 204', async () => {
  const home = newHome();
  const resident = await addResident(home);
  const paths = [await addPass(resident, (await addDoor(home))._id), await addOwnDevice(resident)];
  for (const path of paths) {
    const remove = (version: string) =>
      service.call('DELETE', path, { as: resident.as, headers: { 'if-match': version } });
    expect(await remove('"7"')).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    expect((await remove('"1"')).status).toBe(204);
    expect((await remove('"1"')).status).toBe(204);
  }
});
