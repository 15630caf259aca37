import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AgentSessions } from '@pas/mcp/http/agent-sessions';
import { createHttpApp } from '@pas/mcp/http/create-http-app';
import { listen, portOf } from '@pas/platform/http/listen';
import { createLogger } from '@pas/platform/log/logger';
import { freePort } from '@pas/testing/free-port';
import { killOnExit } from '@pas/testing/end-process';
import { waitUntil } from '@pas/testing/wait-until';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgent, type Agent } from '../client/connect-agent.ts';
import { createCompany } from '../client/new-company.ts';
import { useSystem } from '../shared-system/use-system.ts';

const allowed = 'https://agents.example.test';
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } },
};
const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

let sessions: AgentSessions;
let server: Server;
let url: string;
let gatewayUrl: string;
let keys: string[];

beforeAll(async () => {
  const { local } = await useSystem();
  gatewayUrl = local.gatewayUrl;
  const company = () => createCompany(local, { name: `Agents ${randomUUID()}` });
  keys = (await Promise.all([company(), company(), company()])).map(({ key }) => key);
  const log = createLogger({ service: 'mcp', environment: 'DEV', level: 'silent' });
  sessions = new AgentSessions({
    baseUrl: gatewayUrl,
    access: 'read',
    confirm: 'elicitation',
    maxSessions: 12,
    onError: (error) => {
      throw error;
    },
  });
  server = await listen(createHttpApp({ sessions, allowedOrigins: [allowed], trustedProxies: [], log }), {
    host: '127.0.0.1',
    port: 0,
  });
  url = `http://127.0.0.1:${portOf(server)}/mcp`;
});
afterAll(async () => {
  await sessions.stop();
  server.close();
});

/** Sends a message as a client without a library. */
const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${keys[0]}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const statusOf = async (sent: Promise<Response>): Promise<number> => {
  const response = await sent;
  await response.text();
  return response.status;
};

const connect = (key = keys[0], at = url): Promise<Agent> =>
  connectAgent(
    new StreamableHTTPClientTransport(new URL(at), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );

test('a client reads over HTTP, and a server for reads offers no change', async () => {
  const agent = await connect();
  const { client } = agent;
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('ensureUnit');
  expect(await agent.use('listProperties')).toMatchObject({ isError: false, data: { total: 0, rows: [] } });
  const refused = await agent.use('callOperation', {
    operation: 'createProperty',
    arguments: { name: 'X', reason: 'a test' },
  });
  expect(refused.data.error.code).toBe('unknown_operation');
  await (client.transport as StreamableHTTPClientTransport).terminateSession();
  await client.close();
});

test('a session answers only the key that has opened it, and ends with its DELETE', async () => {
  const opened = await post(initialize);
  await opened.text();
  const id = opened.headers.get('mcp-session-id') ?? '';
  const session = { 'Mcp-Session-Id': id };
  expect(await statusOf(post(listTools, session))).toBe(200);
  expect(await statusOf(post(listTools, { ...session, Authorization: `Bearer ${keys[1]}` }))).toBe(404);
  const end = fetch(url, { method: 'DELETE', headers: { ...session, Authorization: `Bearer ${keys[0]}` } });
  expect(await statusOf(end)).toBe(200);
  expect(await statusOf(post(listTools, session))).toBe(404);
});

test('foreign origins, missing and wrong keys, batches and long bodies are refused', async () => {
  const unknown = `pas_dev_${'0'.repeat(12)}_${'0'.repeat(49)}`;
  const answers = await Promise.all([
    statusOf(post(initialize, { Origin: 'https://evil.example.test' })),
    statusOf(post(initialize, { Origin: 'null' })),
    statusOf(post(initialize, { Authorization: '' })),
    statusOf(post(initialize, { Authorization: 'Bearer pac_1' })),
    statusOf(post(initialize, { Authorization: `Bearer ${unknown}` })),
    statusOf(post(listTools)),
    statusOf(post([initialize, initialize])),
    statusOf(post('{"jsonrpc":')),
    statusOf(post({ ...initialize, padding: 'x'.repeat(300_000) })),
  ]);
  expect(answers).toEqual([403, 403, 401, 401, 401, 400, 400, 400, 413]);
  const shown = await (await post(initialize, { Authorization: `Bearer ${unknown}` })).text();
  expect(shown).not.toContain(unknown);
});

test('a key has ten sessions at most, other keys have theirs, and all keys have twelve', async () => {
  const headers = { Origin: allowed, Authorization: `Bearer ${keys[2]}` };
  const opened = await Promise.all(Array.from({ length: 11 }, () => statusOf(post(initialize, headers))));
  expect(opened.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const other = { Authorization: `Bearer ${keys[1]}` };
  const further = [await statusOf(post(initialize, other)), await statusOf(post(initialize, other))];
  expect([...further, await statusOf(post(initialize, other))]).toEqual([200, 200, 429]);
});

test('a stopped program ends its open streams, and exits with status 0', async () => {
  const port = await freePort();
  const env = { ...process.env, PAS_URL: gatewayUrl, PORT: String(port), DRAIN_MS: '0', NODE_ENV: 'test' };
  const program = spawn(process.execPath, [`${repositoryDir}/apps/mcp/src/main.ts`], { env });
  const forget = killOnExit(program);
  const at = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${at}/livez`)).ok, { what: 'the program' });
  const agent = await connect(keys[1], `${at}/mcp`);
  expect(await agent.use('listProperties')).toMatchObject({ isError: false });
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  forget();
  await agent.client.close();
});
