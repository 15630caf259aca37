import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endLeftovers, holderOf, openLedger, type Ledger } from './ledger.ts';
import { isRunning, identifyProcess } from './process-identity.ts';
import { SupervisedProcess } from './supervised-process.ts';

const forever = 'setInterval(() => {}, 1000); console.log("ready")';

describe('a supervised process', () => {
  let dir: string;
  let logFile: string;
  let ledgerFile: string;
  let ledger: Ledger;
  let started: SupervisedProcess[];

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'property-access-'));
    logFile = join(dir, 'child.log');
    ledgerFile = join(dir, 'processes.json');
    ledger = openLedger(ledgerFile);
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((child) => child.stop()));
    rmSync(dir, { recursive: true, force: true });
  });

  const log = (): string => readFileSync(logFile, 'utf8');
  const timesReady = (): number => log().split('ready').length - 1;

  function supervise(code: string, file?: string): SupervisedProcess {
    const plan = {
      name: 'child',
      stage: 'service' as const,
      command: file === undefined ? [process.execPath, '-e', code] : [process.execPath, file],
      env: {},
      becomeReady: async () => {
        await waitUntil(() => timesReady() > 0, { what: 'the child' });
      },
    };
    const child = new SupervisedProcess(plan, logFile, {
      ledger,
      restarts: false,
      report: () => undefined,
    });
    started.push(child);
    return child;
  }

  test('fails to start with the reason from its log', async () => {
    const child = supervise('console.error("no such database"); process.exit(3)');
    await expect(child.start()).rejects.toThrow(/child ended with code 3:\nno such database\nIts log: /);
  });

  test('runs the same program of another checkout from its next start', async () => {
    const other = join(dir, 'services/admin/src');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'main.ts'), `console.log('of another checkout'); ${forever}`);
    const child = supervise(forever, '/repository/services/admin/src/main.ts');
    child.takeSources(dir);
    await child.start();
    expect(log()).toContain('of another checkout');
  });

  test('stops even while it is paused', async () => {
    const child = supervise(forever);
    await child.start();
    await child.signal('SIGSTOP');
    await child.stop();
    expect(child.pid).toBeNull();
  });

  test('ends together with its own child processes', async () => {
    const grandchild = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(forever)}], { stdio: "inherit" });`;
    const child = supervise(
      `const { pid } = ${grandchild} console.log("pid " + pid); setInterval(() => {}, 1000)`,
    );
    await child.start();
    const pid = Number(/pid (\d+)/.exec(log())?.[1]);
    expect(identifyProcess(pid)).not.toBeNull();
    await child.signal('SIGKILL');
    await waitUntil(() => identifyProcess(pid) === null, { what: 'the grandchild to end' });
  });

  test('is ended by a run after a killed one, unlike another program with an id of the ledger', async () => {
    const child = supervise(forever);
    await child.start();
    const left = { pid: child.pid as number, identity: identifyProcess(child.pid as number) as string };
    const text = readFileSync(ledgerFile, 'utf8');
    const forged = text.replace(JSON.stringify(identifyProcess(process.pid)), '"1 another program"');
    expect(forged).not.toBe(text);
    const otherRun = join(dir, 'other.json');
    writeFileSync(otherRun, forged);
    expect(holderOf(otherRun)).toBeNull();
    expect(await endLeftovers(otherRun)).toEqual(['child']);
    expect(isRunning(left)).toBe(false);
  });

  test('has one runner on a data directory, until the runner releases it or leaves a partial file', () => {
    expect(holderOf(ledgerFile)).toBe(process.pid);
    expect(() => openLedger(ledgerFile)).toThrow('Another local system has just started in');
    writeFileSync(ledgerFile, '[{ "pid": ');
    expect(holderOf(ledgerFile)).toBeNull();
    ledger.close();
    expect(() => openLedger(ledgerFile)).not.toThrow();
  });
});
