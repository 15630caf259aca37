import { control, core } from '@pas/platform/mongo/connections';
import { applyIndexes } from '@pas/platform/mongo/indexes';
import './all-models.ts';

/**
 * Creates every collection and index of an environment's database and of the control database. A service knows only
 * its imported models, and a deployment needs all of them.
 */
export async function applyAllIndexes(): Promise<void> {
  await Promise.all([applyIndexes(core), applyIndexes(control)]);
}
