import { randomBytes, type KeyObject } from 'node:crypto';
import { personalDigest } from '@pas/shared/audit/personal-digest';
import { signCheckpoint } from '@pas/shared/audit-chain/checkpoint';
import { genesisHash, hashContent } from '@pas/shared/audit-chain/link-hash';
import { newId } from '@pas/shared/ids/id';

/** A record as an export shows it. */
export interface ExportedRecord {
  id: string;
  tenantId: string;
  seq: number;
  action: string;
  actor: { type: string; id: string | null; name: string | null };
  changes: { path: string; before: unknown; after: unknown }[];
  context: { ip: string | null; userAgent: string | null; environment: string };
  recordedAt: string;
  prevHash: string;
  hash: string;
  digests: { pointer: string; digest: string; salt: string | null }[];
}

function newDigest(pointer: string, value: unknown) {
  const salt = randomBytes(16).toString('base64url');
  return { pointer, salt, digest: personalDigest(salt, value) };
}

/** Tenant, environment and action of the sealed records. */
interface SealOptions {
  tenantId: string;
  environment?: string;
  action?: string;
}

/** Seals a record after another one. The caller's name, address and one changed value become digests. */
export function sealNext(
  { tenantId, environment = 'PROD', action = 'user.updated' }: SealOptions,
  before: ExportedRecord | undefined,
): ExportedRecord {
  const seq = (before?.seq ?? 0) + 1;
  const email = `resident-${seq}@example.test`;
  const digests = [
    newDigest('/actor/name', 'Zoë "Z" Reyes'),
    newDigest('/changes/0/after', email),
    newDigest('/context/ip', '203.0.113.7'),
  ];
  const [name, after, ip] = digests.map(({ digest }) => ({ digest }));
  const common = { id: newId('auditRecord'), tenantId, seq, action, recordedAt: new Date().toISOString() };
  const actor = { type: 'STAFF', id: 'user_1' };
  const context = { userAgent: null, environment };
  const sealed = {
    ...common,
    actor: { ...actor, name },
    changes: [{ path: 'email', before: null, after }],
    context: { ...context, ip },
  };
  const prevHash = before?.hash ?? genesisHash;
  return {
    ...common,
    actor: { ...actor, name: 'Zoë "Z" Reyes' },
    changes: [{ path: 'email', before: null, after: email }],
    context: { ...context, ip: '203.0.113.7' },
    prevHash,
    hash: hashContent(prevHash, sealed),
    digests,
  };
}

/** Seals a chain of `count` records. */
export function sealChain(sealing: SealOptions, count: number): ExportedRecord[] {
  const records: ExportedRecord[] = [];
  while (records.length < count) records.push(sealNext(sealing, records.at(-1)));
  return records;
}

/** Signs a checkpoint of a record. Returns a line of a checkpoint file. */
export async function checkpointLine(
  record: ExportedRecord | undefined,
  privateKey: KeyObject,
): Promise<string> {
  if (!record) throw new Error('There is no such record.');
  const { tenantId, seq, hash } = record;
  const { environment } = record.context;
  const at = new Date().toISOString();
  const jws = await signCheckpoint({ tenantId, environment, seq, hash, at }, privateKey);
  return JSON.stringify({ jws });
}
