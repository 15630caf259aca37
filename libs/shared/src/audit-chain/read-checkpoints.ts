import type { KeyObject } from 'node:crypto';
import type { CheckpointFiles } from './checkpoint-files.ts';
import { isSigned, readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { isRestoration, readRestoration, type Restoration } from './restoration.ts';

/** Source of checkpoints, and the accepted keys. */
export interface Checkpoints {
  files: Pick<CheckpointFiles, 'read'>;
  publicKeys: ReadonlyMap<string, KeyObject>;
}

/** A line of a tenant's checkpoint file that is not valid. */
export interface BadCheckpoint {
  /** 1 for the first of the file. */
  line: number;
  /**
   * `forged`: not signed by a known key, for another chain, or a copy of a restoration. `unreadable`: cut short by a
   * crash, or overwritten.
   */
  reason: 'forged' | 'unreadable';
}

/** The checkpoints of a tenant's chain. A signature is verified when its position is read. */
export interface VerifiedCheckpoints {
  /** The hashes in signed checkpoints for a position of the chain; empty if there is no checkpoint. */
  hashesAt(seq: number): Promise<readonly string[]>;
  /** The signed checkpoints for a position, without those of records that a restore has lost. */
  signedAt(seq: number): Promise<readonly Checkpoint[]>;
  /** Whether a signed checkpoint covers a later position. */
  reachesBeyond(seq: number): Promise<boolean>;
  /** The positions of checkpoints, in ascending order, without those of lost records. */
  positions(): readonly number[];
  /** The signed checkpoints of records that a restore has lost. */
  lost(): Promise<readonly Checkpoint[]>;
  /** Restores from a backup, in the order of recording. */
  restorations: readonly Restoration[];
  /** The result of the checkpoints verified so far, with a hundred bad ones at most. */
  report(): { checked: number; lastSeq: number | null; bad: readonly BadCheckpoint[] };
}

interface Claim {
  line: number;
  checkpoint: Checkpoint;
  /** Null for a restoration, whose signature is verified already. */
  jws: string | null;
  /** Whether a later restoration declares the record lost. */
  isLost: boolean;
}

type ChainOwner = Pick<Checkpoint, 'tenantId' | 'environment'>;

const maxBad = 100;

/** Content of a checkpoint file, from a position of the chain. */
interface Statements {
  claims: Claim[];
  bad: BadCheckpoint[];
  restorations: Restoration[];
}

const isOf = (of: ChainOwner, { tenantId, environment }: ChainOwner): boolean =>
  tenantId === of.tenantId && environment === of.environment;

/** Applies a restoration to the checkpoints before it. */
function applyRestoration({ claims, restorations }: Statements, restoration: Restoration, line: number) {
  const { seq, lost } = restoration;
  for (const claim of claims)
    claim.isLost ||= claim.checkpoint.seq > seq && claim.checkpoint.seq <= lost.toSeq;
  restorations.push(restoration);
  claims.push({ line, checkpoint: restoration, jws: null, isLost: false });
}

async function readStatements(
  { files, publicKeys }: Checkpoints,
  of: ChainOwner,
  fromSeq: number,
): Promise<Statements> {
  const statements: Statements = { claims: [], bad: [], restorations: [] };
  const { claims, bad, restorations } = statements;
  let line = 0;
  for await (const jws of files.read(of.tenantId)) {
    line += 1;
    if (jws !== null && isRestoration(jws)) {
      const restoration = await readRestoration(jws, publicKeys);
      const isNew = restoration && !restorations.some(({ id }) => id === restoration.id);
      if (isNew && isOf(of, restoration)) applyRestoration(statements, restoration, line);
      else bad.push({ line, reason: 'forged' });
      continue;
    }
    const checkpoint = jws === null ? null : readCheckpoint(jws);
    if (checkpoint === null) bad.push({ line, reason: 'unreadable' });
    else if (checkpoint.seq >= fromSeq) claims.push({ line, checkpoint, jws, isLost: false });
  }
  return statements;
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
  const { claims: all, bad, restorations } = await readStatements(source, of, fromSeq);
  const claims = Map.groupBy(all, ({ checkpoint }) => checkpoint.seq);
  const good = new Map<number, Checkpoint[]>();
  let checked = 0;

  const isGood = async ({ jws, checkpoint }: Claim): Promise<boolean> =>
    jws === null || (isOf(of, checkpoint) && isSigned(jws, source.publicKeys));

  const signedAt = async (seq: number): Promise<readonly Checkpoint[]> => {
    const known = good.get(seq);
    if (known) return known;
    const signed: Checkpoint[] = [];
    for (const claim of claims.get(seq) ?? []) {
      checked += 1;
      if (!(await isGood(claim))) bad.push({ line: claim.line, reason: 'forged' });
      else if (!claim.isLost) signed.push(claim.checkpoint);
    }
    if (claims.has(seq)) good.set(seq, signed);
    return signed;
  };

  return {
    signedAt,
    hashesAt: async (seq) => (await signedAt(seq)).map(({ hash }) => hash),
    async reachesBeyond(seq) {
      const beyond = [...claims.keys()].filter((claimed) => claimed > seq);
      for (const claimed of beyond) await signedAt(claimed);
      return beyond.some((claimed) => good.get(claimed)?.length);
    },
    positions: () =>
      [...claims]
        .filter(([seq, claimed]) => seq > 0 && claimed.some(({ isLost }) => !isLost))
        .map(([seq]) => seq)
        .toSorted((a, b) => a - b),
    async lost() {
      const signed: Checkpoint[] = [];
      for (const claim of all) if (claim.isLost && (await isGood(claim))) signed.push(claim.checkpoint);
      return signed;
    },
    restorations,
    report() {
      const signedSeqs = [...good].flatMap(([seq, signed]) => (signed.length > 0 ? [seq] : []));
      const lastSeq = signedSeqs.reduce((last, seq) => Math.max(last, seq), 0);
      return { checked, lastSeq: lastSeq || null, bad: bad.slice(0, maxBad) };
    },
  };
}
