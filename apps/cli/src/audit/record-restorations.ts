import { createPrivateKey } from 'node:crypto';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { openCheckpointFiles, type CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { readCheckpoints } from '@pas/shared/audit-chain/read-checkpoints';
import { signRestoration, type Restoration } from '@pas/shared/audit-chain/restoration';
import { commitControl } from '@pas/shared/change/commit';
import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import type { RestorationConfig } from '../config.ts';
import { silentLog } from '../open-stores.ts';
import { findLoss } from './find-loss.ts';

interface Operator {
  /** The person's name on this machine. */
  operator: string;
  reason: string;
}

/** Records the restoration in the tenant's chain. The workers seal it like every other record. */
async function recordInChain(restoration: Restoration, jws: string): Promise<void> {
  const { tenantId, environment, by, reason, seq: restoredToSeq, lost } = restoration;
  const worker = { service: 'cli', name: by, environment, events: leaveToSweeper, log: silentLog };
  const details = { reason, restoredToSeq, lost, restoration: jws };
  await commitControl(workContext(worker, tenantId), async (change) => {
    change.record({
      action: 'audit.restored',
      targets: [{ type: 'audit', id: tenantId }],
      changes: fieldChanges(null, details, { fields: Object.keys(details) }),
    });
  });
}

interface Chain {
  tenantId: string;
  files: CheckpointFiles;
}

async function restore(
  { tenantId, files }: Chain,
  config: RestorationConfig,
  { operator: by, reason }: Operator,
): Promise<Restoration | null> {
  const environment = config.ENVIRONMENT;
  const publicKeys = await indexPublicKeys(config.AUDIT_CHECKPOINT_PUBLIC_KEYS);
  const loss = await findLoss(
    tenantId,
    await readCheckpoints({ files, publicKeys }, { tenantId, environment }, 1),
  );
  if (!loss) return null;
  const at = new Date().toISOString();
  const restoration = { id: newId('event'), tenantId, environment, ...loss, by, reason, at };
  const jws = await signRestoration(restoration, createPrivateKey(config.AUDIT_CHECKPOINT_PRIVATE_KEY));
  // The file last: until it has the line, the command finds the loss again.
  await recordInChain(restoration, jws);
  await files.append(tenantId, jws);
  return restoration;
}

/**
 * Explains the audit records that a restore of the environment's database has lost. It compares the chain of every
 * tenant with its checkpoints. Chains that agree stay unchanged.
 *
 * @param onFault takes a fault that concerns one tenant; the others continue
 */
export async function* recordRestorations(
  config: RestorationConfig,
  by: Operator,
  onFault: (tenantId: string, error: unknown) => void,
): AsyncGenerator<Restoration> {
  const files = openCheckpointFiles(config.AUDIT_CHECKPOINT_DIR, config.ENVIRONMENT);
  for (const tenantId of await files.tenants()) {
    try {
      const restoration = await restore({ tenantId, files }, config, by);
      if (restoration) yield restoration;
    } catch (error) {
      onFault(tenantId, error);
    }
  }
}
