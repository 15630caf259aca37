import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { processChecks } from './check-processes.ts';

test('an address of another server is named, with the address to give', async () => {
  const server = createServer((_request, response) => response.end('{"hello":"there"}')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [check] = processChecks([url]);
  await expect(check?.run()).rejects.toThrow(
    `${url}/readyz does not answer as a process does. Give the internal address of one.`,
  );
  server.close();
});
