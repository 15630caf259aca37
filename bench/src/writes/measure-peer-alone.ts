import type { RunningServer } from '../measure/run-node-program.ts';
import { costOf, type SliceCost } from '../measure/slice-costs.ts';
import { measureIdle } from '../measure/usage.ts';
import { stopServices } from '../system/restart-services.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { callerCounts, measurePeer, peerProcesses } from './measure-rounds.ts';
import { peerScenario } from './scenarios.ts';

interface PeerAlone {
  system: BenchSystem;
  peer: RunningServer;
  sliceMs: number;
}

/**
 * Stops the system and measures the peer once more. Change streams of a running system read the peer's writes, and
 * mongod's processor time for the peer would include that.
 *
 * @returns the cost of a write of the peer alone on its mongod, by the number of callers
 */
export async function measurePeerAlone({
  system,
  peer,
  sliceMs,
}: PeerAlone): Promise<Record<number, SliceCost>> {
  await stopServices(system);
  const mongod = system.processes()['mongod'] ?? 0;
  const metered = { client: system.client, processes: { peer: peer.pid, mongod } };
  const idle = await measureIdle(metered, sliceMs);
  const scenario = peerScenario(peer, 'alone');
  const costs: Record<number, SliceCost> = {};
  for (const callers of callerCounts) {
    const slice = await measurePeer(metered, scenario, { callers, durationMs: sliceMs });
    const cost = costOf(slice, idle, peerProcesses);
    if (cost) costs[callers] = cost;
  }
  return costs;
}
