import { headerValues, readHeaders } from '@pas/testing/hostile/header-values';
import { expect, test } from 'vitest';
import { sendBytes } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway({ TRUSTED_PROXIES: '127.0.0.1' });
const key = await addKey((await addTenant())._id);

/** Sends a request of an API key with one more header. @returns its status */
async function statusWith(name: string, value: string): Promise<number> {
  const credential = name === 'Authorization' ? [] : [`Authorization: Bearer ${key.key}`];
  const host = name === 'Host' ? [] : ['Host: a'];
  const connection = name === 'Connection' ? [] : ['Connection: close'];
  const lines = ['GET /api/admin/units HTTP/1.1', ...host, ...credential, `${name}: ${value}`, ...connection];
  const answer = await sendBytes(gateway.port, `${lines.join('\r\n')}\r\n\r\n`);
  return Number(answer.split(' ', 2)[1]);
}

test.each(readHeaders.filter((name) => name !== 'Connection'))(
  '%s of any kind is forwarded or refused, without an error',
  async (name) => {
    const kinds = Object.entries(headerValues);
    const statuses = await Promise.all(kinds.map(async ([, make]) => statusWith(name, make())));
    const broken = kinds.filter((_kind, at) => !(Number(statuses[at]) >= 200 && Number(statuses[at]) < 500));
    expect(broken.map(([kind]) => kind)).toEqual([]);
  },
);
