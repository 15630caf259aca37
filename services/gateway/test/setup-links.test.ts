import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { SetupLinkModel, type SetupLinkRow } from '@pas/shared/models/setup-link';
import { TenantModel } from '@pas/shared/models/tenant';
import { newSetupLink } from '@pas/shared/setup-links/setup-links';
import { describe, expect, test } from 'vitest';
import { newBrowser } from './support/browser.ts';
import { dana } from './support/oidc-provider.ts';
import { cookieName, useOperatorGateway } from './support/operator-gateway.ts';
import { addTenant } from './support/rows.ts';

const operators = await useOperatorGateway();
const { url } = operators;

/** Makes a person of an organization that no tenant has. */
const manager = (organization: string) => ({
  ...dana,
  sub: `person_${organization}`,
  email: `lee@${organization}.test`,
  o: { id: organization, rol: 'OWNER' },
});

async function addLink(tenantId: string, email: string, fields: Partial<SetupLinkRow> = {}): Promise<string> {
  const createdBy = { type: 'SYSTEM' as const, id: null, name: 'test' };
  const { row, token } = newSetupLink({ tenantId, email, hours: 1, createdBy, now: new Date() });
  await SetupLinkModel.insertMany([{ ...row, ...fields }]);
  return `${url}/api/admin/auth/setup/${token}`;
}

/** Opens a link in a new browser, and follows it to the console or to a page. */
async function open(link: string) {
  const browser = newBrowser();
  const { answer, url: end } = await browser.follow(link, (target) => target === `${url}/console`);
  return {
    status: answer?.status ?? 302,
    text: answer?.text ?? '',
    end,
    hasSession: browser.cookies.has(cookieName),
  };
}

const statusOf = async (tenantId: string) => SetupLinkModel.findOne({ tenantId }).lean<SetupLinkRow>();
const organizationOf = async (_id: string) => (await TenantModel.findById(_id).lean())?.organizationId;

describe('a setup link', () => {
  test('leads its person through the log-in to the console once, and connects the organization', async () => {
    const { _id: tenantId } = await addTenant({ organizationId: null });
    const person = manager('new-company');
    const link = await addLink(tenantId, 'Lee@NEW-company.test');
    operators.provider.atKeyboard = person;
    const scanner = await newBrowser().send(link);
    expect([scanner.status, await statusOf(tenantId)]).toMatchObject([302, { usedAt: null }]);
    expect(await open(link)).toMatchObject({ end: `${url}/console`, hasSession: true });
    expect(await organizationOf(tenantId)).toBe('new-company');
    const used = await statusOf(tenantId);
    expect([used?.usedAt instanceof Date, used?.version]).toEqual([true, 2]);
    expect(await open(link)).toMatchObject({ status: 410, hasSession: false });
    const rows = await ControlOutboxModel.find({ tenantId }).lean();
    expect(rows.map(({ envelope }) => envelope.data)).toMatchObject([
      {
        action: 'session.created',
        targets: [{ type: 'operator_session' }, { type: 'setup_link' }, { type: 'tenant', id: tenantId }],
        changes: [{ path: 'organizationId', before: null, after: 'new-company' }],
      },
    ]);
  });

  test('keeps the organization of a tenant that has it already', async () => {
    const link = await addLink(operators.tenantId, dana.email);
    expect(await open(link)).toMatchObject({ end: `${url}/console`, hasSession: true });
    expect(await organizationOf(operators.tenantId)).toBe('org_1');
  });

  test.each([
    ['another e-mail', () => ({ ...manager('other-mail'), email: 'somebody@other-mail.test' })],
    ['an e-mail that is not verified', () => ({ ...manager('unverified'), email_verified: false })],
    ['the organization of another tenant', () => ({ ...manager('taken'), o: { id: 'org_1', rol: 'OWNER' } })],
  ])('403 as a page for %s, and the link can still be used', async (_what, personOf) => {
    const { _id: tenantId } = await addTenant({ organizationId: null });
    const person = personOf();
    const organization = person.sub.replace('person_', '');
    const link = await addLink(tenantId, `lee@${organization}.test`);
    operators.provider.atKeyboard = person;
    const { status, text, hasSession } = await open(link);
    expect([status, hasSession]).toEqual([403, false]);
    expect(text).toContain('The setup link is for another person');
    expect(await organizationOf(tenantId)).toBeNull();
    operators.provider.atKeyboard = manager(organization);
    expect(await open(link)).toMatchObject({ end: `${url}/console`, hasSession: true });
  });

  test.each<[string, Partial<SetupLinkRow>]>([
    ['expired', { expiresAt: new Date(0) }],
    ['revoked', { revokedAt: new Date() }],
    ['used', { usedAt: new Date() }],
  ])('410 as a page when it is %s', async (_state, fields) => {
    const link = await addLink(operators.tenantId, dana.email, fields);
    const { status, text, hasSession } = await open(link);
    expect([status, hasSession]).toEqual([410, false]);
    expect(text).toContain('This setup link has ended');
    expect(text).not.toContain('href=');
  });

  test('404 for a token of another shape, and 410 for an unknown one', async () => {
    expect((await open(`${url}/api/admin/auth/setup/short`)).status).toBe(404);
    expect((await open(`${url}/api/admin/auth/setup/${'A'.repeat(43)}`)).status).toBe(410);
  });

  test('works once for ten log-ins at the same time', async () => {
    const { _id: tenantId } = await addTenant({ organizationId: null });
    operators.provider.atKeyboard = manager('crowd');
    const link = await addLink(tenantId, 'lee@crowd.test');
    const browsers = Array.from({ length: 10 }, () => newBrowser());
    const isCallback = (target: string): boolean => target.includes('/auth/callback');
    const callbacks = await Promise.all(browsers.map((browser) => browser.follow(link, isCallback)));
    const statuses = await Promise.all(
      browsers.map(async (browser, at) => (await browser.send(callbacks[at]?.url ?? '')).status),
    );
    expect([statuses.filter((status) => status === 302), new Set(statuses)]).toEqual([
      [302],
      new Set([302, 410]),
    ]);
  });
});
