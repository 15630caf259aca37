import { createHash } from 'node:crypto';
import type { Resident } from '@pas/shared/accounts/resident.schema';
import { TenantModel } from '@pas/shared/models/tenant';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  addHome,
  addInvite,
  addResident,
  addTenant,
  startResident,
  type SignInResult,
} from './resident-harness.ts';

const service = await startResident();
const hash = '0123456789abcdef0123456789abcdef';

/** Adds a tenant with a name, a colour and a logo on its pages. */
async function addBrand(branding: { name: string | null; accent: string | null }): Promise<string> {
  const tenantId = await addTenant();
  const logo = { hash, mediaType: 'image/svg+xml' };
  await TenantModel.updateOne({ _id: tenantId }, { $set: { logo, 'settings.branding': branding } });
  return tenantId;
}

describe('the page of an invite', () => {
  test('shows the name, the logo and the colour of the company, as its content policy allows', async () => {
    const tenantId = await addBrand({ name: 'Harbor "Living"', accent: '#0b6e4f' });
    const { token } = await addInvite(await addHome(tenantId));
    const response = await service.send(`/join/${token}`);
    const page = await response.text();
    expect(page).toContain('Harbor &quot;Living&quot;');
    expect(page).toMatch(
      new RegExp(`<img class="logo" src="/brand/${tenantId}/${hash}" alt="Harbor &quot;Living&quot;"`),
    );
    expect(page).toContain('dir="ltr" data-company>');
    const style = ':root{--company:#0b6e4f}';
    expect(page).toContain(`<style>${style}</style>`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).toContain("img-src 'self'");
  });

  test('shows the name of a company without branding next to the mark', async () => {
    const tenantId = await addTenant();
    const tenant = await TenantModel.findById(tenantId).lean();
    const { token } = await addInvite(await addHome(tenantId));
    const page = await (await service.send(`/join/${token}`)).text();
    expect(page).toMatch(new RegExp(`<p class="brand"><svg [^]+</svg>${tenant?.name}</p>`));
    expect(page).not.toContain('data-company>');
  });
});

describe('a signed-in resident', () => {
  test('gets name, colour and logo of the company with the profile, and the name in memberships', async () => {
    const home = await addHome(await addBrand({ name: 'Harbor Living', accent: null }));
    const { as, answer } = await addResident(service, { home });
    const { body } = await service.call<{ resident: z.output<typeof Resident> }>('GET', '/api/v1/me', { as });
    const branding = { name: 'Harbor Living', accent: null, logoUrl: `/brand/${home.tenantId}/${hash}` };
    expect(body.resident.branding).toEqual(branding);
    const { resident, memberships }: Pick<SignInResult, 'resident' | 'memberships'> = answer;
    expect(resident.branding).toEqual(branding);
    expect(memberships.map(({ tenantName }) => tenantName)).toEqual(['Harbor Living']);
  });
});
