import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { genesisHash, hashLink, type LinkContent } from './link-hash.ts';

const content: LinkContent = {
  _id: 'aud_1',
  tenantId: 'ten_1',
  seq: 1,
  record: {
    action: 'unit.created',
    outcome: 'SUCCESS',
    actor: { type: 'STAFF', id: 'user_1', name: 'Zoë' },
    targets: [{ type: 'unit', id: 'unit_1' }],
    changes: [{ path: 'floor', before: null, after: 3.0 }],
    context: { ip: null, userAgent: null, correlationId: 'c-1', environment: 'TEST', service: 'admin' },
    occurredAt: '2026-03-01T10:00:00.000Z',
    recordedAt: '2026-03-01T10:00:00.500Z',
  },
};

describe('hashLink', () => {
  test('is SHA-256 over 0x00, the previous hash and the canonical record', () => {
    // The record as RFC 8785 writes it: members sorted, no whitespace, numbers in their shortest form, text as UTF-8.
    const canonical =
      '{"action":"unit.created","actor":{"id":"user_1","name":"Zoë","type":"STAFF"},' +
      '"changes":[{"after":3,"before":null,"path":"floor"}],' +
      '"context":{"correlationId":"c-1","environment":"TEST","ip":null,"service":"admin","userAgent":null},' +
      '"id":"aud_1","occurredAt":"2026-03-01T10:00:00.000Z","outcome":"SUCCESS",' +
      '"recordedAt":"2026-03-01T10:00:00.500Z","seq":1,"targets":[{"id":"unit_1","type":"unit"}],' +
      '"tenantId":"ten_1"}';
    const expected = createHash('sha256')
      .update(Buffer.from([0]))
      .update(Buffer.alloc(32))
      .update(canonical, 'utf8')
      .digest('hex');
    expect(hashLink(genesisHash, content)).toBe(expected);
  });

  test('does not depend on the order of members', () => {
    const { action, ...rest } = content.record;
    const reordered = { record: { ...rest, action }, seq: content.seq, tenantId: 'ten_1', _id: 'aud_1' };
    expect(hashLink(genesisHash, reordered)).toBe(hashLink(genesisHash, content));
  });

  test.each([
    ['the previous hash', 'f'.repeat(64), content],
    ['the position', genesisHash, { ...content, seq: 2 }],
    ['the tenant', genesisHash, { ...content, tenantId: 'ten_2' }],
    ['the id', genesisHash, { ...content, _id: 'aud_2' }],
    ['the record', genesisHash, { ...content, record: { ...content.record, action: 'unit.deleted' } }],
  ])('changes with %s', (_what, prevHash, other) => {
    expect(hashLink(prevHash, other)).not.toBe(hashLink(genesisHash, content));
  });
});
