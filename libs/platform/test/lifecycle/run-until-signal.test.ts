import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { killOnExit } from '@pas/testing/end-process';
import { canConnect } from '@pas/testing/can-connect';
import { newAuthority } from '@pas/testing/certificates';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

interface LogLine {
  msg: string;
  port?: number;
  waitingFor?: string;
}

const program = resolve(import.meta.dirname, 'draining-server.ts');
let child: ChildProcess;

/** Starts the server, and returns its port and its log lines. */
async function start(...args: string[]): Promise<{ port: number; lines: LogLine[] }> {
  const lines: LogLine[] = [];
  const started = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  killOnExit(started);
  child = started;
  createInterface(started.stdout).on('line', (line) => lines.push(JSON.parse(line) as LogLine));
  const listening = () => lines.find(({ msg }) => msg === 'listening');
  const { port = 0 } = await waitUntil(listening, { what: 'the server to listen' });
  return { port, lines };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends a request over a connection that has been open for a while. */
async function answerOver(socket: Socket): Promise<string> {
  const parts: string[] = [];
  socket.on('data', (part) => parts.push(String(part)));
  const ended = once(socket, 'close');
  socket.write('POST / HTTP/1.1\r\nHost: draining.test\r\nContent-Length: 0\r\n\r\n');
  await ended;
  return parts.join('');
}

afterEach(() => child.kill('SIGKILL'));

describe('a stopping process', () => {
  test('accepts no new connection, and still answers requests over open ones', async () => {
    const { port, lines } = await start();
    const sockets = await Promise.all(Array.from({ length: 5 }, () => open(port)));
    const connected = () => lines.filter(({ msg }) => msg === 'connected').length === sockets.length;
    await waitUntil(connected, { what: 'the server to have the connections' });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await waitUntil(async () => !(await canConnect(port)), { what: 'new connections to be refused' });
    for (const answer of await Promise.all(sockets.map(answerOver))) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*answered/s);
    }
    expect(await exited).toEqual([0, null]);
    expect(lines.at(-1)?.msg).toBe('stopped');
  });

  test('does not wait for connections without a request', async () => {
    const { port, lines } = await start('brief');
    const sockets = await Promise.all(Array.from({ length: 5 }, () => open(port)));
    for (const socket of sockets) socket.on('error', () => undefined);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(lines.map(({ msg }) => msg)).toEqual(['listening', 'stopped']);
  });

  test('closes a connection whose answer comes late, although it had no announcement', async () => {
    const { port, lines } = await start('late');
    const socket = await open(port);
    socket.write('GET / HTTP/1.1\r\nHost: draining.test\r\n\r\n');
    await waitUntil(() => lines.some(({ msg }) => msg === 'received'), { what: 'the request to arrive' });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*answered/s);
    expect(await exited).toEqual([0, null]);
    expect(lines.map(({ msg }) => msg)).toEqual(['listening', 'received', 'stopped']);
  });

  test('ends requests that outlast their time, and then runs its closers', async () => {
    const { port, lines } = await start('silent');
    const socket = await open(port);
    const cutOff = once(socket.on('error', () => undefined).resume(), 'close');
    socket.write('GET / HTTP/1.1\r\nHost: draining.test\r\n\r\n');
    await waitUntil(() => lines.some(({ msg }) => msg === 'received'), { what: 'the request to arrive' });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await cutOff;
    expect(await exited).toEqual([0, null]);
    expect(lines.map(({ msg }) => msg)).toEqual(['listening', 'received', 'closed', 'stopped']);
  });

  test('logs a failed closer, runs the next ones, and exits with 1', async () => {
    const { lines } = await start('fail');
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([1, null]);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'listening',
      'a step of the stop has failed; the next steps follow',
      'closed',
      'stopped',
    ]);
  });

  test('logs the step that it waits for', async () => {
    const { lines } = await start('hang');
    child.kill('SIGTERM');
    const waiting = () => lines.find(({ msg }) => msg === 'still stopping');
    const line = await waitUntil(waiting, { what: 'a line on what hangs' });
    expect(line).toMatchObject({ waitingFor: 'a closer' });
  });
});

describe('a stopping process with TLS', () => {
  let directory: string;
  let files: string[];
  let ca: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'draining-'));
    files = ['cert.pem', 'key.pem'].map((name) => join(directory, name));
    const authority = await newAuthority('Test authority');
    const { cert, key } = await authority.issue(['127.0.0.1']);
    [cert, key].forEach((pem, index) => writeFileSync(files[index] ?? '', pem));
    ca = authority.cert;
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  async function openTls(port: number): Promise<Socket> {
    const socket = connectTls({ port, host: '127.0.0.1', ca });
    await once(socket, 'secureConnect');
    return socket;
  }

  test('still answers requests over open connections, also over one with an earlier request', async () => {
    const { port } = await start('patient', ...files);
    const sockets = await Promise.all(Array.from({ length: 5 }, () => openTls(port)));
    const [used] = sockets as [Socket];
    used.write('GET / HTTP/1.1\r\nHost: draining.test\r\n\r\n');
    await once(used, 'data');
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await waitUntil(async () => !(await canConnect(port)), { what: 'new connections to be refused' });
    for (const answer of await Promise.all(sockets.map(answerOver))) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*answered/s);
    }
    expect(await exited).toEqual([0, null]);
  });

  test('does not wait for a connection with an unfinished handshake or without a request', async () => {
    const { port, lines } = await start('brief', ...files);
    const sockets = [await open(port), await openTls(port)];
    for (const socket of sockets) socket.on('error', () => undefined);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(lines.map(({ msg }) => msg)).toEqual(['listening', 'stopped']);
  });
});
