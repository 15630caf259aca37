import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { layPorts } from './ports.ts';
import { findFreeBlock, requireFreePorts } from './taken-ports.ts';

describe('requireFreePorts', () => {
  let port: number;
  let stranger: Server;

  beforeEach(async () => {
    port = await findFreeBlock(20_000, 1);
    stranger = createServer().listen(port + 4, '127.0.0.1');
    await once(stranger, 'listening');
  });
  afterEach(() => {
    stranger.close();
  });

  test('names the port that is taken, what it is for, and an option that works', async () => {
    const { all } = layPorts(port, 1);
    const refusal: unknown = await requireFreePorts(all, { port, replicas: 1 }).catch(
      (error: unknown) => error,
    );
    const { message } = refusal as Error;
    expect(message).toContain(`${port + 4} (mailbox)`);
    const advised = Number(/--port (\d+)$/.exec(message)?.[1]);
    const start = requireFreePorts(layPorts(advised, 1).all, { port: advised, replicas: 1 });
    await expect(start).resolves.toBeUndefined();
  });

  test('is content once it is free', async () => {
    stranger.close();
    await once(stranger, 'close');
    const start = requireFreePorts(layPorts(port, 1).all, { port, replicas: 1 });
    await expect(start).resolves.toBeUndefined();
  });
});
