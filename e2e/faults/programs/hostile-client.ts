import { writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { hostileForms, hostileJson, hostileTexts } from '@pas/testing/hostile/hostile-tables';
import { hostileWorkbooks } from '@pas/testing/hostile/hostile-workbooks';
import { createCompany } from '../../client/new-company.ts';

// A process that sends hostile files to the import, each for another company. It writes `ready` to its
// standard output once all files are built, then a line of JSON for each answer.

// It plays other machines, so that the system has priority.
setPriority(constants.priority.PRIORITY_LOW);

export interface HostileOptions {
  gatewayUrl: string;
  platformApiKey: string;
  /** Number of concurrent files. */
  atOnce: number;
}

/** The answer to one file. */
export interface HostileAnswer {
  name: string;
  status: number;
  tookMs: number;
}

/** A file or body, with its content type. */
interface Upload {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

const typed = (makers: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>>, type: string): Upload[] =>
  Object.entries(makers).map(([name, make]) => ({ name, body: make(), type }));

const uploads: readonly Upload[] = [
  ...typed(hostileWorkbooks, 'application/vnd.ms-excel'),
  ...typed(hostileTexts, 'text/csv'),
  ...typed(hostileJson, 'application/json'),
  ...Object.entries(hostileForms).map(([name, make]) => ({ name, ...make() })),
];

const { atOnce, ...system } = JSON.parse(process.argv[2] ?? '{}') as HostileOptions;

const keys: string[] = [];
for (const { name } of uploads) keys.push((await createCompany(system, { name: name.slice(0, 40) })).key);
writeSync(1, 'ready\n');

async function send({ name, body, type }: Upload, key: string): Promise<void> {
  const since = performance.now();
  const response = await fetch(`${system.gatewayUrl}/api/admin/imports/residents/dry-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  });
  await response.arrayBuffer();
  const answer: HostileAnswer = { name, status: response.status, tookMs: performance.now() - since };
  writeSync(1, `${JSON.stringify(answer)}\n`);
}

for (let at = 0; at < uploads.length; at += atOnce)
  await Promise.all(
    uploads.slice(at, at + atOnce).map((upload, index) => send(upload, keys[at + index] ?? '')),
  );
