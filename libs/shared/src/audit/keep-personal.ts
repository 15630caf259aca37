import { randomBytes } from 'node:crypto';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { ClientSession } from 'mongoose';
import { AuditPersonalValueModel, type AuditPersonalValueRow } from '../models/audit-personal-value.ts';
import type { PersonalDigest } from '../events/areas/audit.ts';
import { personalDigest } from './personal-digest.ts';

/** Rows of personal values to store beside the chain. */
export interface KeptValues {
  tenantId: string;
  now: Date;
  rows: AuditPersonalValueRow[];
}

/** Adds a personal value for storage beside the chain, and returns its salted digest for the chain. */
export function keepPersonal(value: unknown, { tenantId, now, rows }: KeptValues): PersonalDigest | null {
  if (value === null || value === undefined) return null;
  const salt = randomBytes(16).toString('base64url');
  const digest = personalDigest(salt, value);
  rows.push({ _id: digest, tenantId, salt, value, createdAt: now });
  return { digest };
}

/** Stores the personal values of records, by one statement of the change's transaction. */
export async function storePersonal({ rows }: KeptValues, session: ClientSession): Promise<void> {
  if (rows.length > 0) await insertRows(AuditPersonalValueModel, rows, session);
}
