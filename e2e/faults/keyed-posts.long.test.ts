import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../client/http-call.ts';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';

interface CreatedProperty {
  property: { id: string };
}

const lanes = 6;
const backOffMs = 200;

describe('a POST repeated under one Idempotency-Key until its answer', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await startDrill({ replicas: 2 });
  });
  afterAll(() => drill.stop());

  /** Repeats the request until an answer confirms it, also while processes die. */
  async function insist(name: string): Promise<string> {
    const options = {
      body: { name, address: { country: 'US' } },
      headers: { 'idempotency-key': name },
    };
    const answers: HttpAnswer<CreatedProperty>[] = [];
    await waitUntil(
      async () => {
        const answer = await drill.manager.call<CreatedProperty>('/properties', options).catch(() => null);
        if (answer) answers.push(answer);
        if (answer?.status === 201) return true;
        await pause(backOffMs);
        return false;
      },
      { what: `${name} to be done` },
    );
    const refusals = answers.slice(0, -1).map(({ status }) => status);
    expect(refusals.filter((status) => ![409, 502, 503].includes(status))).toEqual([]);
    return answers.at(-1)?.body.property.id ?? '';
  }

  test('takes effect once and is recorded once, whichever process is killed meanwhile', async () => {
    const run = `Keyed ${randomUUID()}`;
    const made = new Map<string, string>();
    const stopping = new AbortController();
    const walk = async (lane: number): Promise<void> => {
      for (let count = 1; !stopping.signal.aborted; count += 1) {
        const name = `${run} ${lane}-${count}`;
        made.set(name, await insist(name));
      }
    };
    const walking = Promise.all(Array.from({ length: lanes }, (_, lane) => walk(lane)));
    for (const victim of ['admin-1', 'admin-2', 'gateway', 'admin-1', 'admin-2']) {
      const goal = made.size + randomInt(10, 40);
      await waitUntil(() => made.size >= goal, { what: 'requests to continue' });
      await drill.kill(victim);
      await drill.start(victim);
    }
    stopping.abort();
    await walking;

    expect(new Set(made.values()).size).toBe(made.size);
    const { body } = await drill.manager.call<{ total: number }>(
      `/properties?q=${encodeURIComponent(run)}&limit=1`,
    );
    const figures = collectFigures('keyed-posts');
    const found = Math.abs(body.total - made.size);
    figures.add({ promise: 'F14', figure: 'keys with no effect or several', atMost: 0, found });
    figures.save();
    expect(body.total).toBe(made.size);
    await waitUntil(
      async () => {
        const { total } = await drill.manager.listAudit({ action: 'property.created', limit: '1' });
        expect(total).toBeLessThanOrEqual(made.size);
        return total === made.size;
      },
      { what: 'each creation to be recorded' },
    );
  });
});
