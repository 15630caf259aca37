import type { Onboarding } from '@pas/shared/invites/onboarding';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { daysBefore } from './demo-context.ts';
import type { DemoTenant } from './buildings.ts';

/** What the operations that make a tenant's demo are called with. */
export interface Scene {
  ctx: OperationContext;
  tenant: DemoTenant;
  onboarding: Onboarding;
}

/** The same scene some days earlier. */
export function earlier<S extends Scene>(scene: S, days: number): S {
  return { ...scene, ctx: { ...scene.ctx, now: daysBefore(scene.ctx.now, days) } };
}

/** Operations that share a transaction: a commit costs more than a statement, and no transaction may take long. */
const batchSize = 10;

/** Does some work for each item, several of them in a transaction. A batch may run again, from its beginning. */
export async function inBatches<S extends Scene, Item>(
  scene: S,
  items: readonly Item[],
  work: (scene: S, item: Item) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < items.length; first += batchSize) {
    const batch = items.slice(first, first + batchSize);
    await inTransaction(core, async (_session, within) => {
      for (const item of batch) await work({ ...scene, ctx: { ...scene.ctx, within } }, item);
    });
  }
}
