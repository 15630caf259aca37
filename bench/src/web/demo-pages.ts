import type { Page } from 'playwright-core';
import { adminRequest, ask } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import type { AuditedPage } from '@pas/testing/browser/audit-page';
import { enterConsole, enterPortal } from '@pas/testing/browser/sign-in';

const hourMs = 3_600_000;

/** Finds the first building of the demo that has a door. */
async function findBuilding(system: BenchSystem): Promise<{ propertyId: string; doorId: string }> {
  const { accessPoints } = await ask<{ accessPoints: { id: string; propertyId: string }[] }>(
    adminRequest(system, '/access-points?limit=1'),
  );
  const [door] = accessPoints;
  if (!door) throw new Error('The demo has no door.');
  return { propertyId: door.propertyId, doorId: door.id };
}

/** Finds the address of an open invite. */
async function findJoinUrl(system: BenchSystem): Promise<string> {
  const { invites } = await ask<{ invites: { inviteUrl: string }[] }>(
    adminRequest(system, '/onboarding/invites?status=PENDING&sort=-expiresAt&limit=1'),
  );
  const [invite] = invites;
  if (!invite) throw new Error('The demo has no open invite.');
  return invite.inviteUrl;
}

/** Makes a pass for a guest, and returns its address. */
async function makePass(system: BenchSystem, propertyId: string, doorId: string): Promise<string> {
  const [startsAt, endsAt] = [0, 4 * hourMs].map((ms) => new Date(Date.now() + ms).toISOString());
  const body = { propertyId, accessPointIds: [doorId], kind: 'GUEST', holders: [{ name: 'Robin' }] };
  const { pass } = await ask<{ pass: { holders: { url: string }[] } }>(
    adminRequest(system, '/passes', { ...body, startsAt, endsAt }),
  );
  const [holder] = pass.holders;
  if (!holder) throw new Error('The pass has no holder.');
  return holder.url;
}

/** Signs in the demo's owner to the console and its resident to the portal. */
export async function signInToDemo(page: Page, { local }: BenchSystem): Promise<void> {
  const { consoleUrl, residentUrl, staff, resident } = local;
  if (!resident) throw new Error('The demo has no resident.');
  await enterConsole(page, { ...staff, url: consoleUrl });
  await enterPortal(page, { ...resident, url: residentUrl });
}

/** Returns the pages of the demo that need no session. */
export async function openPages(system: BenchSystem): Promise<AuditedPage[]> {
  const { propertyId, doorId } = await findBuilding(system);
  return [
    { name: 'portal: sign-in', url: system.local.residentUrl, device: 'phone' },
    { name: 'join', url: await findJoinUrl(system), device: 'phone' },
    { name: 'pass', url: await makePass(system, propertyId, doorId), device: 'phone' },
  ];
}

/** Returns the pages of the demo that need a session. */
export async function closedPages(system: BenchSystem): Promise<AuditedPage[]> {
  const { consoleUrl, residentUrl } = system.local;
  const { propertyId } = await findBuilding(system);
  return [
    { name: 'console: Today', url: consoleUrl, device: 'desk' },
    { name: 'console: a building', url: `${consoleUrl}/buildings/${propertyId}`, device: 'desk' },
    { name: 'console: residents', url: `${consoleUrl}/residents`, device: 'desk' },
    { name: 'portal: home', url: residentUrl, device: 'phone' },
  ];
}
