import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { runSandbox, sendJson } from '../testing/run-sandbox.ts';

interface Report {
  path: string;
  key: string;
  ids: string[];
  events: { id: string; accessPointId: string; method?: string; alarm?: string; occurredAt: string }[];
}

interface ReportBody {
  accessPointIds?: string[];
  events?: Report['events'];
}

/** Plays a system that answers reports with a status. */
async function playSystem(statusOf: (report: Report) => number) {
  const reports: Report[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { accessPointIds = [], events = [] } = body as ReportBody;
      const [path, key] = [request.url ?? '', request.headers.authorization?.slice('Bearer '.length) ?? ''];
      const report = { path, key, ids: accessPointIds, events };
      reports.push(report);
      response.writeHead(statusOf(report)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reports };
}

const door = (name: string) => ({ ref: name, accessPointId: `door_${name}` });
const taken = ({ path }: Report): number => (path.endsWith('events') ? 202 : 204);

async function runControllers(systemUrl: string, controllers: object[]) {
  const sandbox = await runSandbox({ DOORS_REPORT_URL: systemUrl }, async (dir) => {
    const file = join(dir, 'doors.json');
    await writeFile(file, JSON.stringify({ controllers }));
    return { DOORS_FILE: file };
  });
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

it('sends a heartbeat for all doors of a controller, except silent ones', async () => {
  const { url, reports } = await playSystem(taken);
  const sandbox = await runControllers(url, [{ key: 'pac_a', doors: [door('front'), door('back')] }]);
  await expect
    .poll(() => reports)
    .toMatchObject([{ path: '/access/heartbeat', key: 'pac_a', ids: ['door_front', 'door_back'] }]);
  await sendJson('PUT', `${sandbox.sandboxUrl}/doors/back`, { behaviour: 'silent' });
  await expect.poll(() => reports.at(-1)?.ids).toEqual(['door_front']);
});

it('reports events of a silent period when it is back', async () => {
  const { url, reports } = await playSystem(taken);
  const sandbox = await runControllers(url, [{ key: 'pac_a', doors: [door('front')] }]);
  const front = `${sandbox.sandboxUrl}/doors/front`;
  await sendJson('PUT', front, { behaviour: 'silent' });
  const occurredAt = '2026-06-05T18:03:11.000Z';
  const answer = await sendJson('POST', `${front}/events`, {
    decision: 'GRANTED',
    method: 'PIN',
    occurredAt,
  });
  expect(answer.status).toBe(202);
  await sendJson('POST', `${front}/events`, { alarm: 'HELD' });
  expect(reports.filter(({ path }) => path === '/access/events')).toEqual([]);
  await sendJson('PUT', front, { behaviour: 'answer' });
  await expect
    .poll(() => reports.filter(({ path }) => path === '/access/events'))
    .toMatchObject([
      {
        key: 'pac_a',
        events: [
          { accessPointId: 'door_front', decision: 'GRANTED', method: 'PIN', occurredAt },
          { alarm: 'HELD' },
        ],
      },
    ]);
});

it('409 for an event of a door without a controller, and an added controller reports it', async () => {
  const { url, reports } = await playSystem(taken);
  const sandbox = await runControllers(url, []);
  const side = `${sandbox.sandboxUrl}/doors/side`;
  expect((await sendJson('POST', `${side}/events`, { alarm: 'FORCED' })).status).toBe(409);
  await sendJson('PUT', `${side}/controller`, { accessPointId: 'door_side', key: 'pac_side' });
  await expect.poll(() => reports).toMatchObject([{ key: 'pac_side', ids: ['door_side'] }]);
});

it('repeats a report that the system could not accept', async () => {
  let isUp = false;
  const { url, reports } = await playSystem((report) => (isUp ? taken(report) : 503));
  await runControllers(url, [{ key: 'pac_a', doors: [door('front')] }]);
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  const untaken = reports.length;
  isUp = true;
  await expect.poll(() => reports.length).toBeGreaterThan(untaken);
});

it('skips a deleted door and an ended key, and reports the others', async () => {
  const { url, reports } = await playSystem((report) => {
    if (report.key === 'pac_ended') return 401;
    return report.ids.includes('door_gone') ? 404 : taken(report);
  });
  const sandbox = await runControllers(url, [
    { key: 'pac_a', doors: [door('gone'), door('front')] },
    { key: 'pac_ended', doors: [door('other')] },
  ]);
  await expect.poll(() => reports.map(({ ids }) => ids)).toContainEqual(['door_front']);
  await expect.poll(() => sandbox.reports).toHaveLength(1);
  const before = reports.length;
  await sendJson('PUT', `${sandbox.sandboxUrl}/doors/front`, { behaviour: 'answer' });
  await expect.poll(() => reports.slice(before)).toMatchObject([{ key: 'pac_a', ids: ['door_front'] }]);
});
