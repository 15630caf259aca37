import { bodyOf } from '../client/http-call.ts';
import { actAsManager, type Invite } from '../client/property-manager.ts';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import type { Page } from 'playwright-core';
import { phoneWindow, type Picture } from './picture.ts';

const portalSources = ['apps/web/src/design', 'apps/web/src/portal', 'apps/web/portal'];
const pageSources = ['services/resident/src/pages', 'libs/shared/src/pages'];

async function signIn(page: Page, { residentUrl, resident }: LocalFile): Promise<void> {
  if (!resident) throw new Error('The pictures need the demo data.');
  await page.goto(residentUrl);
  await page.getByLabel('E-mail').fill(resident.email);
  await page.getByLabel('Password').fill(resident.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /Main door/ }).waitFor();
}

/** Creates a pass, and opens the guest's link. */
async function showPass(page: Page, local: LocalFile): Promise<void> {
  await signIn(page, local);
  await page.getByRole('button', { name: 'Let someone in' }).click();
  await page.getByLabel('Guest’s name (optional)').fill('Robin');
  const made = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/access/passes'),
  );
  await page.getByRole('button', { name: 'Create pass' }).click();
  const { pass } = (await (await made).json()) as { pass: { url: string } };
  await page.goto(pass.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function showJoin(page: Page, { gatewayUrl, apiKey }: LocalFile): Promise<void> {
  const manager = actAsManager({ gatewayUrl, key: apiKey });
  const path = '/onboarding/invites?status=PENDING&sort=-expiresAt&limit=1';
  const { invites } = await bodyOf(manager.call<{ invites: Invite[] }>(path), 200);
  const [invite] = invites;
  if (!invite) throw new Error('The demo data has no open invite.');
  await page.goto(invite.inviteUrl);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Pictures of the pages for residents, guests and invited people. */
export const portalPictures: readonly Picture[] = [
  { file: 'portal-home.png', sources: portalSources, window: phoneWindow, show: signIn },
  { file: 'pass.png', sources: pageSources, window: phoneWindow, show: showPass },
  { file: 'join.png', sources: pageSources, window: phoneWindow, show: showJoin },
];
