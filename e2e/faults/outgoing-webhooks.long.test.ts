import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectEveryDelivery } from './check-outgoing.ts';
import { startDrill, type Drill } from './drill.ts';

let drill: Drill;

beforeAll(async () => {
  drill = await startDrill();
});
afterAll(() => drill.stop());

test(
  '10,000 events reach 15 working endpoints despite five bad ones, although the sender is killed twice',
  { timeout: 4_000_000 },
  async () => {
    const report = await expectEveryDelivery(drill, { events: 10_000, working: 15, kills: 2 });
    console.log(JSON.stringify(report));
    expect(report.deliveries).toBe(150_000);
  },
);
