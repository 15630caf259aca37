import { stopServices } from '../system/restart-services.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { costOf, peerProcesses, type WriteCost } from './cost-of.ts';
import { measureIdle, measurePeerSlice } from './measure-slice.ts';
import { peerScenario } from './scenarios.ts';
import type { PlainProgram } from '../system/run-plain-program.ts';

interface PeerAlone {
  system: BenchSystem;
  peer: PlainProgram;
  sliceMs: number;
}

/**
 * Stops the system and measures the peer once more. Change streams of a running system read the peer's writes, and
 * mongod's processor time for the peer would include that.
 *
 * @returns the cost of a write of the peer alone on its mongod, by the number of callers
 */
export async function measurePeerAlone(options: PeerAlone): Promise<Record<number, WriteCost>> {
  const { system, peer, sliceMs } = options;
  await stopServices(system);
  const mongod = system.processes()['mongod'] ?? 0;
  const metered = { client: system.client, processes: { peer: peer.pid, mongod } };
  const idle = await measureIdle(metered, sliceMs);
  const scenario = peerScenario(peer, 'alone');
  const costs: Record<number, WriteCost> = {};
  for (const callers of [1, 8, 32]) {
    const slice = await measurePeerSlice(metered, scenario, { callers, durationMs: sliceMs });
    const cost = costOf(slice, idle, peerProcesses);
    if (cost) costs[callers] = cost;
  }
  return costs;
}
