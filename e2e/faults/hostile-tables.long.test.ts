import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { planOf } from '../shared-system/use-system.ts';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { p99Of, startCallers, type Callers } from './measure-callers.ts';
import type { HostileAnswer, HostileOptions } from './programs/hostile-client.ts';
import { readGauges } from './read-gauges.ts';
import { openNotes, startProgram } from './start-program.ts';

/** The limits of the contract and of the goal. */
const [maxAnswerMs, maxGrowthBytes, maxSlowdown] = [20_000, 64 * 1024 * 1024, 2];
/** Floor of the 99th percentile of a short list: a shared machine is never faster. */
const floorMs = 50;

const isBad = ({ status, tookMs }: HostileAnswer): boolean =>
  ![400, 413, 415, 422, 429].includes(status) || tookMs > maxAnswerMs;

describe('files and bodies built to stop, block or bloat a process', () => {
  let drill: Drill;
  const figures = collectFigures('hostile-tables');
  let other: PropertyManager;
  let metricsPort: number;
  let idleMs: number;
  let usualBytes: number;

  /** Starts two people of another tenant, who read a list about forty times a second each. */
  const startReaders = (): Callers => startCallers(2, () => other.call('/properties'), 20);

  async function importResidents(count: number): Promise<number> {
    const rows = Array.from({ length: count }, (_, at) => ({ unit: `${at}`, email: `r${at}@example.test` }));
    const body = { rows, options: { createUnits: true } };
    return (await other.call('/imports/residents/dry-run', { body })).status;
  }

  /** Sends the files while another tenant lists and imports 200 residents. */
  async function attack(atOnce: number) {
    const notes = openNotes();
    const { gatewayUrl, platformApiKey } = drill.local;
    const options: HostileOptions = { gatewayUrl, platformApiKey, atOnce };
    const before = await readGauges(metricsPort);
    const client = startProgram('hostile-client', options, notes);
    await waitUntil(() => notes.read().includes('ready'), { what: 'the files' });
    const callers = startReaders();
    const imported = await importResidents(200);
    await client.ended;
    await callers.stop();
    const after = await readGauges(metricsPort);
    const lines = notes.read().filter((line) => line !== 'ready');
    const answers = lines.map((line) => JSON.parse(line) as HostileAnswer);
    notes.remove();
    const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
    const [p99Ms, grownBytes] = [p99Of(callers), after.residentBytes - usualBytes];
    console.log(
      JSON.stringify({ files: answers.length, slowestMs, idleMs, p99Ms, grownBytes, lagMs: after.lagMs }),
    );
    const files = `${atOnce} at once`;
    figures.add(
      {
        promise: 'F22',
        figure: `slowest answer, ${files}`,
        atMost: 20_000,
        found: Math.round(slowestMs),
        unit: 'ms',
      },
      {
        promise: 'F22',
        figure: `growth of memory, ${files}`,
        atMost: 64,
        found: Math.round(grownBytes / 2 ** 20),
        unit: 'MiB',
      },
      {
        promise: 'F22',
        figure: `p99 of another tenant's lists, ${files}`,
        atMost: Math.round(2 * idleMs),
        found: Math.round(p99Ms),
        unit: 'ms',
      },
    );
    return {
      isComplete: answers.length >= 60,
      bad: answers.filter(isBad),
      imported,
      isSameProcess: after.startedAt === before.startedAt,
      isSlowed: p99Ms > maxSlowdown * Math.max(idleMs, floorMs),
      isBloated: grownBytes > maxGrowthBytes,
      refused: callers.timedAnswers.filter(({ status }) => status !== 200).length,
    };
  }

  const held = {
    isComplete: true,
    bad: [],
    imported: 201,
    isSameProcess: true,
    isSlowed: false,
    isBloated: false,
    refused: 0,
  };

  beforeAll(async () => {
    drill = await startDrill();
    const { gatewayUrl, secondTenantApiKey: key } = drill.local;
    other = actAsManager({ gatewayUrl, key });
    await other.createProperty('Other');
    const { ports } = planOf({ local: drill.local, dataDir: drill.dataDir, replicas: 1 });
    metricsPort = ports.metricsPortOf(ports.portsOf('admin')[0] ?? 0);
    // A serving process uses more memory than a new one.
    const callers = startReaders();
    for (let count = 0; count < 40; count += 1) await importResidents(3000);
    await callers.stop();
    const idle = startReaders();
    await importResidents(200);
    await waitUntil(() => idle.sinceStart() > 10_000, { what: 'ten seconds to pass' });
    await idle.stop();
    idleMs = p99Of(idle);
    usualBytes = (await readGauges(metricsPort)).residentBytes;
  });
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });

  test('are refused one after the other without slowing another tenant', { timeout: 600_000 }, async () => {
    expect(await attack(1)).toEqual(held);
  });

  test('are refused twenty at once, from different tenants, without slowing others', async () => {
    expect(await attack(20)).toEqual(held);
  });
});
