import type { KeyObject } from 'node:crypto';
import type { CheckpointFiles } from './checkpoint-files.ts';
import { isSigned, readCheckpoint, type Checkpoint } from './checkpoint.ts';

/** Source of checkpoints, and the accepted keys. */
export interface Checkpoints {
  files: Pick<CheckpointFiles, 'read'>;
  publicKeys: ReadonlyMap<string, KeyObject>;
}

/** A line of a tenant's checkpoint file that is not valid. */
export interface BadCheckpoint {
  /** 1 for the first of the file. */
  line: number;
  /** `forged`: not signed by a known key, or for another chain. `unreadable`: cut short by a crash, or overwritten. */
  reason: 'forged' | 'unreadable';
}

/** The checkpoints of a tenant's chain. A signature is verified when its position is read. */
export interface VerifiedCheckpoints {
  /** The hashes in signed checkpoints for a position of the chain; empty if there is no checkpoint. */
  hashesAt(seq: number): Promise<readonly string[]>;
  /** Whether a signed checkpoint covers a later position. */
  reachesBeyond(seq: number): Promise<boolean>;
  /** The result of the checkpoints verified so far, with a hundred bad ones at most. */
  report(): { checked: number; lastSeq: number | null; bad: readonly BadCheckpoint[] };
}

interface Claim {
  line: number;
  jws: string;
  checkpoint: Checkpoint;
}

type ChainOwner = Pick<Checkpoint, 'tenantId' | 'environment'>;

const maxBad = 100;

async function readClaims({ files }: Checkpoints, { tenantId }: ChainOwner, fromSeq: number) {
  const claims: Claim[] = [];
  const bad: BadCheckpoint[] = [];
  let line = 0;
  for await (const jws of files.read(tenantId)) {
    line += 1;
    const checkpoint = jws === null ? null : readCheckpoint(jws);
    if (jws === null || checkpoint === null) bad.push({ line, reason: 'unreadable' });
    else if (checkpoint.seq >= fromSeq) claims.push({ line, jws, checkpoint });
  }
  return { claims: Map.groupBy(claims, ({ checkpoint }) => checkpoint.seq), bad };
}

/**
 * Reads the checkpoints of a tenant from a position of its chain. Read them before the chain, because the sealer
 * signs only sealed records.
 */
export async function readCheckpoints(
  source: Checkpoints,
  of: ChainOwner,
  fromSeq: number,
): Promise<VerifiedCheckpoints> {
  const { claims, bad } = await readClaims(source, of, fromSeq);
  const good = new Map<number, string[]>();
  let checked = 0;

  const isGood = async ({ jws, checkpoint: { tenantId, environment } }: Claim): Promise<boolean> =>
    tenantId === of.tenantId && environment === of.environment && isSigned(jws, source.publicKeys);

  const hashesAt = async (seq: number): Promise<readonly string[]> => {
    const known = good.get(seq);
    if (known) return known;
    const hashes: string[] = [];
    for (const claim of claims.get(seq) ?? []) {
      checked += 1;
      if (await isGood(claim)) hashes.push(claim.checkpoint.hash);
      else bad.push({ line: claim.line, reason: 'forged' });
    }
    if (claims.has(seq)) good.set(seq, hashes);
    return hashes;
  };

  return {
    hashesAt,
    async reachesBeyond(seq) {
      const beyond = [...claims.keys()].filter((claimed) => claimed > seq);
      for (const claimed of beyond) await hashesAt(claimed);
      return beyond.some((claimed) => good.get(claimed)?.length);
    },
    report() {
      const vouched = [...good].flatMap(([seq, hashes]) => (hashes.length > 0 ? [seq] : []));
      const lastSeq = vouched.reduce((last, seq) => Math.max(last, seq), 0);
      return { checked, lastSeq: lastSeq || null, bad: bad.slice(0, maxBad) };
    },
  };
}
