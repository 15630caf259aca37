import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { newId } from '@pas/shared/ids/id';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { callFor, describeAnswers, p99Of, startCallers, type Callers } from './measure-callers.ts';

const measureMs = 8000;
/** Floor of the 99th percentile of a short list: a shared machine is never faster. */
const floorMs = 100;
/**
 * Limit for the slowest answers of others, relative to the idle system. The goal is 2, plus a margin for a
 * shared machine.
 */
const maxRatio = 4;
const records = 3000;

describe('the share of other tenants while one tenant overloads the system', () => {
  let drill: Drill;
  const figures = collectFigures('fair-shares');
  let other: PropertyManager;
  let idleMs: number;

  const readLists = (): Promise<Callers> => callFor(4, measureMs, () => other.call('/properties'));

  /** Reads lists of the other tenant. None may be refused or take much longer than on the idle system. */
  async function measureOthers(
    promise: string,
    what: string,
  ): Promise<{ refused: number; isSlowed: boolean }> {
    const callers = await readLists();
    const answers = describeAnswers(callers.timedAnswers);
    const p99Ms = p99Of(callers);
    console.log(`${what}: ${JSON.stringify({ idleMs, p99Ms, ...answers })}`);
    const { 429: limited = 0, 503: turnedAway = 0 } = answers.statuses;
    const refused = limited + turnedAway;
    figures.add(
      { promise, figure: `requests of others refused during ${what}`, atMost: 0, found: refused },
      {
        promise,
        figure: `p99 of others during ${what}`,
        atMost: 2 * Math.max(Math.round(idleMs), floorMs),
        found: Math.round(p99Ms),
        unit: 'ms',
      },
    );
    return { refused, isSlowed: p99Ms > maxRatio * Math.max(idleMs, floorMs) };
  }

  /** Appends records to the first tenant's audit. The export does not check their hashes. */
  async function lengthenAudit(): Promise<void> {
    await drill.manager.createProperty('Audited');
    const audit = drill.database.collection<{ _id: string }>('audit_records');
    const { tenantId } = await drill.manager.createProperty('Again');
    const sealed = await waitUntil(() => audit.findOne({ tenantId }, { sort: { seq: -1 } }), {
      what: 'a sealed record',
    });
    const { seq } = sealed as unknown as { seq: number };
    const rows = Array.from({ length: records }, (_, at) => ({
      ...sealed,
      _id: newId('auditRecord'),
      eventId: newId('event'),
      seq: seq + 1000 + at,
      hash: String(at),
    }));
    await audit.insertMany(rows);
    const heads = drill.database.collection<{ _id: string }>('audit_heads');
    await heads.updateOne({ _id: tenantId }, { $set: { seq: seq + 1000 + records } });
  }

  beforeAll(async () => {
    drill = await startDrill({ replicas: 1 });
    const { gatewayUrl, secondTenantApiKey: key } = drill.local;
    other = actAsManager({ gatewayUrl, key });
    await other.createProperty('Other');
    await readLists();
    idleMs = p99Of(await readLists());
  });
  afterAll(async () => {
    figures.save();
    await drill.stop();
  });

  test('remains during 300 slow uploads', { timeout: 120_000 }, async () => {
    const { gatewayUrl, apiKey } = drill.local;
    const port = Number(new URL(gatewayUrl).port);
    const sockets = Array.from({ length: 300 }, (): Socket => {
      return connect(port, '127.0.0.1').on('error', () => undefined);
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const head = `POST /api/admin/units HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n`;
    for (const socket of sockets) socket.write(`${head}Content-Length: 1000\r\n\r\n{`);
    expect(await measureOthers('F17', 'slow uploads')).toEqual({ refused: 0, isSlowed: false });
    for (const socket of sockets) socket.destroy();
  });

  test('remains during 20 exports and 20 verifications of the audit', { timeout: 120_000 }, async () => {
    await lengthenAudit();
    const exports = startCallers(20, () => drill.manager.call('/audit/export'));
    const checks = startCallers(20, () => drill.manager.call('/audit/verify'));
    expect(await measureOthers('F18', 'exports')).toEqual({ refused: 0, isSlowed: false });
    await Promise.all([exports.stop(), checks.stop()]);
    const statuses = [exports, checks].flatMap(({ timedAnswers }) =>
      timedAnswers.map(({ status }) => status),
    );
    console.log(
      `exports and checks: ${JSON.stringify(describeAnswers([...exports.timedAnswers, ...checks.timedAnswers]).statuses)}`,
    );
    // An export is not JSON, so that its answer counts as missing.
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
