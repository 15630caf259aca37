import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import { claimFreeBlock } from '@pas/tools/local-system/taken-ports';
import { runScriptServer, type ScriptServer } from './run-script-server.ts';

/** A process of the system in its runner's ledger. */
export interface NotedProcess {
  name: string;
  pid: number;
  identity: string;
}

interface Stats {
  stats: { properties: number; units: { total: number } };
}

/** A directory in which `script/server` keeps its data. */
export interface ScriptServerHome {
  path: string;
  /** The first port of the system. */
  port: number;
  /** Returns the path of a data file. */
  inData(name: string): string;
  readLocal(): LocalFile;
  /** Returns the processes of the system, without its runner. */
  entries(): NotedProcess[];
  start(...options: string[]): ScriptServer;
  remove(): Promise<void>;
}

/** Creates an empty directory, and finds free ports. */
export async function openScriptServerHome(): Promise<ScriptServerHome> {
  const path = mkdtempSync(join(tmpdir(), 'property-access-home-'));
  const { port, release } = await claimFreeBlock(24_000, 1);
  const inData = (name: string): string => join(path, 'data', name);
  return {
    path,
    port,
    inData,
    readLocal: () => JSON.parse(readFileSync(inData('local.json'), 'utf8')) as LocalFile,
    entries: () => (JSON.parse(readFileSync(inData('processes.json'), 'utf8')) as NotedProcess[]).slice(1),
    start: (...options) => runScriptServer(['--data', 'data', '--port', String(port), ...options], path),
    async remove() {
      await release();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

async function getJson(url: string, key: string): Promise<unknown> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${url} is ${response.status}.`);
  return response.json();
}

/** Reads the figures of a tenant. */
export const readStats = async (gatewayUrl: string, key: string): Promise<Stats> =>
  (await getJson(`${gatewayUrl}/api/admin/stats`, key)) as Stats;

/** Lists the tenants. */
export const readTenants = async (gatewayUrl: string, key: string): Promise<unknown> =>
  getJson(`${gatewayUrl}/api/admin/tenants`, key);
