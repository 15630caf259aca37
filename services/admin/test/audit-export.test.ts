import { createHash } from 'node:crypto';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AuditHeadModel } from '@pas/shared/models/audit-head';
import { AuditPersonalValueModel } from '@pas/shared/models/audit-personal-value';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import type { Principal } from '@pas/shared/principal/principal';
import canonicalize from 'canonicalize';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { AuditRecord } from '../src/resources/audit/audit-record.schema.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';

type RecordOutput = z.output<typeof AuditRecord>;

const path = '/api/admin/audit/export';
const sha256 = (...parts: (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller, '=HYPERLINK("http://evil.test")')).id;
const unit = await addUnit(admin, caller, propertyId);
await addProperty(admin, { ...caller, name: '=1+1' }, 'Other');
const body = { unitId: unit.id, inviteeEmail: 'zoë@example.test', inviteeName: 'Zoë "Z" B., Ünit' };
await admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body });
await sealOutbox(tenantId);

const read = async (query: string, as = caller) => {
  const response = await admin.send(`${path}${query}`, { as });
  return { response, text: await response.text() };
};
const recordsOf = (text: string): RecordOutput[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RecordOutput);
const exportRecords = async () => {
  const rows = await OutboxModel.find({ tenantId, 'envelope.data.action': 'audit.exported' }).lean();
  return rows.map(({ envelope }) => envelope.data);
};

/** Reads the member of a record at a JSON Pointer without escapes (RFC 6901). */
function placeOf(record: unknown, pointer: string): { parent: Record<string, unknown>; name: string } {
  const names = pointer.split('/').slice(1);
  const name = names.pop() ?? '';
  const parent = names.reduce((at, step) => (at as Record<string, unknown>)[step], record);
  return { parent: parent as Record<string, unknown>, name };
}

/** Recomputes a record's hash from the export, as its description specifies. */
function rehash({ prevHash, hash: _hash, digests, ...record }: RecordOutput): string {
  const sealed = structuredClone(record) as unknown as Record<string, unknown>;
  for (const { pointer, digest } of digests) {
    const { parent, name } = placeOf(sealed, pointer);
    parent[name] = { digest };
  }
  return sha256(Buffer.from([0]), Buffer.from(prevHash, 'hex'), canonicalize(sealed) ?? '');
}

describe('GET /api/admin/audit/export', () => {
  test('200 sends a file with one record per line, in chain order', async () => {
    const { response, text } = await read('?format=ndjson');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-test-\d{4}-\d\d-\d\d\.ndjson"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const listed = await admin.call<{ auditRecords: RecordOutput[] }>('GET', '/api/admin/audit?sort=seq', {
      as: caller,
    });
    expect(recordsOf(text)).toEqual(listed.body.auditRecords);
  });

  test('the export alone proves the chain and each personal value', async () => {
    const records = recordsOf((await read('')).text);
    let prevHash = '0'.repeat(64);
    for (const record of records) {
      expect(record.prevHash).toBe(prevHash);
      expect(rehash(record)).toBe(record.hash);
      prevHash = record.hash;
    }
    expect((await AuditHeadModel.findById(tenantId).lean())?.hash).toBe(prevHash);
    const invite = records.find(({ action }) => action === 'invite.created');
    expect(invite?.digests.length).toBeGreaterThan(0);
    for (const { pointer, digest, salt } of invite?.digests ?? []) {
      const { parent, name } = placeOf(invite, pointer);
      expect(digest).toBe(`sha256:${sha256(salt ?? '', canonicalize(parent[name]) ?? '')}`);
    }
  });

  test('a changed record does not match its hash', async () => {
    const records = recordsOf((await read('?action=unit.created')).text);
    expect(records.map((record) => rehash({ ...record, action: 'x' }) === record.hash)).toEqual([false]);
  });

  test('200 supports the filters of the list', async () => {
    expect(recordsOf((await read('?action=unit.created')).text).map(({ seq }) => seq)).toEqual([2]);
    expect((await read('?outcome=FAILURE')).text).toBe('');
  });

  test('200 sends a table without formulas', async () => {
    const { response, text } = await read('?format=csv&action=property.created');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = text.trimEnd().split('\n');
    expect(header?.split(',').slice(0, 5)).toEqual(['seq', 'id', 'occurredAt', 'recordedAt', 'action']);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(",'=1+1,");
    expect(text).not.toMatch(/(^|,)"?[=+@-]/m);
  });

  test('each export is one record with its filters', async () => {
    const before = (await exportRecords()).length;
    await read('?format=csv&action=unit.created');
    const records = await exportRecords();
    expect(records).toHaveLength(before + 1);
    expect(records.at(-1)).toMatchObject({
      targets: [{ type: 'audit', id: tenantId }],
      changes: [
        { path: 'format', before: null, after: 'csv' },
        { path: 'action', before: null, after: 'unit.created' },
      ],
    });
  });

  test('200 limits a restricted key to records of its properties', async () => {
    const records = recordsOf((await read('', { ...caller, propertyIds: [propertyId] })).text);
    expect(records.map(({ action }) => action)).toEqual([
      'property.created',
      'unit.created',
      'invite.created',
    ]);
  });

  test('erased values stay digests, and the chain can still be recomputed', async () => {
    const stranger = await newTenantCaller();
    const property = await addProperty(admin, stranger);
    const unit = await addUnit(admin, stranger, property.id);
    const body = { unitId: unit.id, inviteeEmail: 'gone@example.test' };
    await admin.call('POST', '/api/admin/onboarding/invite', { as: stranger, body });
    await sealOutbox(stranger.tenantId ?? '');
    await AuditPersonalValueModel.deleteMany({ tenantId: stranger.tenantId });
    const { text } = await read('', stranger);
    expect(text).not.toContain('gone@example.test');
    const records = recordsOf(text);
    expect(records.map(rehash)).toEqual(records.map(({ hash }) => hash));
    expect(new Set(records.at(-1)?.digests.map(({ salt }) => salt))).toEqual(new Set([null]));
  });

  test('422 for another format, and for parameters of lists', async () => {
    expect((await read('?format=xml')).response.status).toBe(422);
    expect((await read('?limit=5')).response.status).toBe(422);
  });
});

describe('a long export', () => {
  const count = 2500;

  async function addChain(broken: number | null): Promise<Principal> {
    const as = await newTenantCaller();
    const one = await AuditRecordModel.findOne({ tenantId, seq: 2 }).lean<AuditRecordRow>();
    const rows = Array.from({ length: count }, (_, index) => {
      const seq = index + 1;
      const record = seq === broken ? { ...one?.record, targets: null } : one?.record;
      const ids = { _id: newId('auditRecord'), eventId: newId('event'), tenantId: as.tenantId };
      return { ...one, ...ids, seq, record };
    });
    await AuditRecordModel.insertMany(rows as unknown as AuditRecordRow[], { lean: true });
    await AuditHeadModel.insertMany([{ _id: as.tenantId ?? '', seq: count, hash: one?.hash ?? '' }]);
    return as;
  }

  test('arrives completely, in many chunks', async () => {
    const response = await admin.send(path, { as: await addChain(null) });
    let [pieces, text] = [0, ''];
    for await (const piece of response.body ?? []) {
      pieces += 1;
      text += Buffer.from(piece as Uint8Array).toString();
    }
    expect(pieces).toBeGreaterThan(1);
    expect(recordsOf(text).map(({ seq }) => seq)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

  test('ends without its last chunk after a failure', async () => {
    const response = await admin.send(path, { as: await addChain(2400) });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('answers an error for a failure at its start', async () => {
    const response = await admin.send(path, { as: await addChain(3) });
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toContain('problem+json');
    expect(response.headers.get('content-disposition')).toBeNull();
  });

  test('ends when its reader disconnects', async () => {
    const leaving = new AbortController();
    const response = await admin.send(path, { as: await addChain(null), signal: leaving.signal });
    leaving.abort();
    await expect(response.text()).rejects.toThrow('aborted');
    expect((await admin.call('GET', '/api/admin/audit?limit=1', { as: caller })).status).toBe(200);
  });
});
