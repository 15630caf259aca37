import { hostileForms, hostileJson, hostileTexts } from '@pas/testing/hostile/hostile-tables';
import { hostileWorkbooks } from '@pas/testing/hostile/hostile-workbooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCompany } from '../client/new-company.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { planOf } from '../shared-system/use-system.ts';
import { startDrill, type Drill } from './drill.ts';
import { callFor, startCallers, type Callers } from './measure-callers.ts';
import { readGauges } from './read-gauges.ts';

/** A file or body, with its content type. */
interface Upload {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

const typed = (makers: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>>, type: string): Upload[] =>
  Object.entries(makers).map(([name, make]) => ({ name, body: make(), type }));

// They are made before anything is measured.
const uploads: readonly Upload[] = [
  ...typed(hostileWorkbooks, 'application/vnd.ms-excel'),
  ...typed(hostileTexts, 'text/csv'),
  ...typed(hostileJson, 'application/json'),
  ...Object.entries(hostileForms).map(([name, make]) => ({ name, ...make() })),
];

/** The bounds of the contract and of the goal. */
const [maxAnswerMs, maxGrowthBytes, maxSlowdown] = [20_000, 64 * 1024 * 1024, 2];
/** On a machine that is shared, a short list is never answered sooner than this in the slowest of a hundred requests. */
const floorMs = 50;

function p99Of({ noted }: Callers): number {
  const tookMs = noted.map((each) => each.tookMs).toSorted((a, b) => a - b);
  return tookMs[Math.floor(0.99 * tookMs.length)] ?? Infinity;
}

let drill: Drill;
let other: PropertyManager;
let metricsPort: number;
let idleMs: number;

const lists = () => other.call('/properties');

/** Sends a file in the name of a company of its own. */
async function send({ name, body, type }: Upload) {
  const { gatewayUrl } = drill.local;
  const { key } = await createCompany(drill.local, { name: `Hostile ${crypto.randomUUID().slice(0, 8)}` });
  const since = performance.now();
  const response = await fetch(`${gatewayUrl}/api/admin/imports/residents/dry-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  });
  await response.arrayBuffer();
  return { name, status: response.status, tookMs: performance.now() - since };
}

const isBad = ({ status, tookMs }: { status: number; tookMs: number }): boolean =>
  ![400, 413, 415, 422, 429].includes(status) || tookMs > maxAnswerMs;

/** Sends files in groups, while another tenant lists and then imports 200 residents. */
async function attack(groups: readonly (readonly Upload[])[]) {
  const before = await readGauges(metricsPort);
  const listing = startCallers(2, lists);
  const answers = [];
  let residentBytes = 0;
  let lagMs = 0;
  for (const group of groups) {
    answers.push(...(await Promise.all(group.map(send))));
    const now = await readGauges(metricsPort);
    residentBytes = Math.max(residentBytes, now.residentBytes);
    lagMs = Math.max(lagMs, now.lagMs);
  }
  await listing.stop();
  const rows = Array.from({ length: 200 }, (_, at) => ({ unit: `${at}`, email: `r${at}@example.test` }));
  const imported = await other.call('/imports/residents/dry-run', {
    body: { rows, options: { createUnits: true } },
  });
  const after = await readGauges(metricsPort);
  const refused = listing.noted.filter(({ status }) => status !== 200).length;
  const figures = {
    idleMs,
    p99Ms: p99Of(listing),
    grownBytes: residentBytes - before.residentBytes,
    lagMs,
    refused,
  };
  console.log(JSON.stringify({ slowest: Math.max(...answers.map(({ tookMs }) => tookMs)), ...figures }));
  return {
    bad: answers.filter(isBad),
    imported: imported.status,
    isSameProcess: after.startedAt === before.startedAt,
    isSlowed: figures.p99Ms > maxSlowdown * Math.max(idleMs, floorMs),
    isBloated: figures.grownBytes > maxGrowthBytes,
    refused,
  };
}

const held = { bad: [], imported: 201, isSameProcess: true, isSlowed: false, isBloated: false, refused: 0 };

describe('files and bodies that are built to stop, block or bloat a process', () => {
  beforeAll(async () => {
    drill = await startDrill();
    const { gatewayUrl, secondTenantApiKey: key } = drill.local;
    other = actAsManager({ gatewayUrl, key });
    await other.createProperty('Other');
    const { ports } = planOf({ local: drill.local, dataDir: drill.dataDir, replicas: 1 });
    metricsPort = ports.metricsPortOf(ports.portsOf('admin')[0] ?? 0);
    await callFor(2, 2000, lists);
    idleMs = p99Of(await callFor(2, 5000, lists));
  });
  afterAll(() => drill.stop());

  test('are refused one after the other, and cost another tenant nothing', { timeout: 600_000 }, async () => {
    expect(await attack(uploads.map((upload) => [upload]))).toEqual(held);
  });

  test(
    'are refused twenty at once, each of another tenant, and cost nobody else anything',
    { timeout: 600_000 },
    async () => {
      const groups = Array.from({ length: Math.ceil(uploads.length / 20) }, (_, at) =>
        uploads.slice(20 * at, 20 * at + 20),
      );
      expect(await attack(groups)).toEqual(held);
    },
  );
});
