import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { addResident, newHome, startCoreMobile, type TestResident } from './core-mobile-harness.ts';

const service = await startCoreMobile();

const register = ({ as }: TestResident, endpoint: string) =>
  service.call<{ device: { id: string } }>('POST', '/devices', {
    as,
    body: {
      provider: 'WEBPUSH',
      endpoint,
      keys: {
        p256dh: Buffer.alloc(65, 4).toString('base64url'),
        auth: Buffer.alloc(16, 1).toString('base64url'),
      },
    },
  });

test('200 for a subscription address in another spelling', async () => {
  const resident = await addResident(newHome());
  const path = newId('event');
  const first = await register(resident, `HTTPS://PUSH.test:443/${path}`);
  const again = await register(resident, `https://push.test/${path}`);
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.device).toMatchObject({ id: first.body.device.id, version: 1 });
});
