import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { SetupLinkModel } from '@pas/shared/models/setup-link';
import { setupTokenHash } from '@pas/shared/setup-links/setup-links';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, platformCaller, startAdmin } from './admin-harness.ts';

interface SetupLink {
  id: string;
  email: string;
  status: string;
  url: string | null;
  expiresAt: string;
  version: number;
}
type Answer = { setupLink: SetupLink };

const admin = await startAdmin();
const owner = await newTenantCaller();
const tenantId = owner.tenantId ?? '';
const as = platformCaller(tenantId);
const path = '/api/admin/setup-links';
const email = 'manager@example.test';

const create = (body: object = {}, headers: Record<string, string> = {}) =>
  admin.call<Answer>('POST', path, { as, body: { email, ...body }, headers });
const actionsOf = async (id: string) =>
  (await ControlOutboxModel.find({ 'envelope.subject': id }).lean()).map(
    ({ envelope }) => envelope.data['action'],
  );

describe('setup links', () => {
  test('201 shows the address once and stores only its hash', async () => {
    const { status, body, headers } = await create();
    const { id, url, expiresAt, ...link } = body.setupLink;
    expect([status, link]).toMatchObject([201, { email, status: 'PENDING', version: 1 }]);
    const token = url?.split('/setup/')[1] ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(headers.get('cache-control')).toContain('no-store');
    const row = await SetupLinkModel.findById(id).lean();
    expect(row?.tokenHash).toBe(setupTokenHash(token));
    expect(JSON.stringify(row)).not.toContain(token);
    const hours = (Date.parse(expiresAt) - (row?.createdAt.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBe(72);
    const shown = await admin.call<Answer>('GET', `${path}/${id}`, { as });
    expect(shown.body.setupLink).not.toHaveProperty('url');
    expect(await actionsOf(id)).toEqual(['setup_link.created']);
  });

  test('a repeated request with its Idempotency-Key answers the same link without its address', async () => {
    const headers = { 'idempotency-key': 'setup-1' };
    const [first, again] = [await create({}, headers), await create({}, headers)];
    expect(again.body.setupLink).toEqual({ ...first.body.setupLink, url: null });
  });

  test('DELETE revokes a link once, and the record stays readable', async () => {
    const { id } = (await create()).body.setupLink;
    const revoke = () => admin.call<Answer>('DELETE', `${path}/${id}`, { as });
    const answers = [await revoke(), await revoke()];
    expect(
      answers.map(({ status, body }) => [status, body.setupLink.status, body.setupLink.version]),
    ).toEqual([
      [200, 'REVOKED', 2],
      [200, 'REVOKED', 2],
    ]);
    expect(await actionsOf(id)).toEqual(['setup_link.created', 'setup_link.revoked']);
  });

  test('403 for callers without platform, and 404 for links of another tenant', async () => {
    const { id } = (await create()).body.setupLink;
    expect((await admin.call('POST', path, { as: owner, body: { email } })).status).toBe(403);
    const other = platformCaller((await newTenantCaller()).tenantId);
    expect((await admin.call('GET', `${path}/${id}`, { as: other })).status).toBe(404);
    const list = await admin.call<{ total: number }>('GET', path, { as: other });
    expect(list.body.total).toBe(0);
  });

  test('422 for more than seven days', async () => {
    expect((await create({ expiresInHours: 168 })).status).toBe(201);
    expect((await create({ expiresInHours: 169 })).status).toBe(422);
  });
});
