import { randomBytes } from 'node:crypto';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { ClientSession } from 'mongoose';
import { AuditPersonalValueModel, type AuditPersonalValueRow } from '../models/audit-personal-value.ts';
import type { PersonalDigest } from '../events/areas/audit.ts';
import { personalDigest } from './personal-digest.ts';

/** The rows of personal values that are to be stored beside the chain. */
export interface KeptValues {
  tenantId: string;
  now: Date;
  rows: AuditPersonalValueRow[];
}

/** Keeps a personal value beside the chain under its salted digest, which is all that the chain itself holds. */
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
