import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { freePort } from '@pas/testing/free-port';
import { startNats } from '@pas/testing/local-nats';
import { natsConfig, natsUser } from '@pas/testing/nats-config';
import { openConversation } from '@pas/testing/nats-conversation';
import type { RunningServer } from '@pas/testing/running-server';

const dev = { user: 'dev-operator-1', password: 'password "of" dev' };
const prod = { user: 'prod-operator-1', password: 'password of prod' };
const accounts = [
  { name: 'DEV', users: [natsUser({ account: 'DEV', user: 'operator', password: dev.password })] },
  { name: 'PROD', users: [natsUser({ account: 'PROD', user: 'operator', password: prod.password })] },
];

describe('local nats-server with accounts', () => {
  let dir: string;
  let port: number;
  let server: RunningServer;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'property-access-'));
    port = await freePort();
    const configFile = join(dir, 'nats-server.conf');
    await writeFile(configFile, natsConfig({ accounts, storeDir: dir, port }));
    server = await startNats({ dir, port, configFile });
  });
  afterEach(async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });

  test('admits a user by password', async () => {
    expect(await converse(dev, [])).toContain('PONG');
  });

  test('refuses a wrong password and a missing one', async () => {
    expect(await converse({ ...dev, password: prod.password }, [])).toContain('Authorization Violation');
    expect(await converse({}, [])).toContain('Authorization Violation');
  });

  test('offers JetStream to each account', async () => {
    const accountInfo = ['SUB _INBOX.1 1', 'PUB $JS.API.INFO _INBOX.1 0', ''];
    for (const account of [dev, prod]) {
      expect(await converse(account, accountInfo, 'account_info_response')).toContain('"streams":0');
    }
  });

  test('hides the messages of one account from the other', async () => {
    const ownMessage = ['SUB > 1', 'PUB doors 4', 'open'];
    expect(await converse(dev, ownMessage, 'MSG doors')).toContain('open');

    const stranger = await openConversation(
      `nats://${prod.user}:${encodeURIComponent(prod.password)}@127.0.0.1:${port}`,
    );
    stranger.subscribe('>');
    await stranger.heard();
    await converse(dev, ['PUB doors 4', 'open']);
    expect(await stranger.heard()).not.toContain('MSG');
    stranger.close();
  });

  interface Credentials {
    readonly user?: string;
    readonly password?: string;
  }

  /** Sends lines of the NATS client protocol, and returns the received text up to the awaited word. */
  async function converse(
    credentials: Credentials,
    lines: readonly string[],
    awaited = 'PONG',
  ): Promise<string> {
    const { user, password: pass } = credentials;
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    await once(socket, 'data');
    const said = [`CONNECT ${JSON.stringify({ user, pass, verbose: false })}`, ...lines, 'PING'];
    socket.write(said.map((line) => `${line}\r\n`).join(''));
    let heard = '';
    for await (const words of socket) {
      heard += String(words);
      if (heard.includes(awaited) || heard.includes('-ERR')) break;
    }
    return heard;
  }
});
