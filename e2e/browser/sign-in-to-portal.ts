import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { bodyOf, call } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { password, signUp } from '../client/resident.ts';
import type { BrowserFixture } from './use-browser.ts';

/** A phone of the smallest width that pages must fit. */
export const phone: BrowserContextOptions = {
  viewport: { width: 320, height: 640 },
  reducedMotion: 'reduce',
};

/** A door of a test: its name, and its controller's name in the sandbox. */
export interface TestDoor {
  id: string;
  name: string;
  ref: string;
}

/** Adds a door to a property; the sandbox plays its controller. */
export async function addDoor(
  { manager }: Pick<BrowserFixture, 'manager'>,
  propertyId: string,
  name: string,
): Promise<TestDoor> {
  const ref = `portal-${randomUUID()}`;
  const body = { propertyId, name, kind: 'DOOR', controller: { adapter: 'nats', ref } };
  const sent = manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
  return { id: (await bodyOf(sent, 201)).accessPoint.id, name, ref };
}

/** Sets the behaviour of a door's controller. */
export async function setDoor(fixture: BrowserFixture, { ref }: TestDoor, behaviour: object): Promise<void> {
  await bodyOf(
    call(`${fixture.system.local.sandboxUrl}/doors/${ref}`, { method: 'PUT', body: behaviour }),
    200,
  );
}

/** Returns how often a door has opened. */
export async function pulsesOf(fixture: BrowserFixture, { ref }: TestDoor): Promise<number> {
  const shown = call<{ door: { pulses: number } }>(`${fixture.system.local.sandboxUrl}/doors/${ref}`);
  return (await bodyOf(shown, 200)).door.pulses;
}

/** A test's resident: the home and the credentials. */
export interface TestHome {
  email: string;
  propertyId: string;
  unitId: string;
  userId: string;
  main: TestDoor;
  garage: TestDoor;
}

/** Creates a resident of a building with two doors whose controllers answer. */
export async function moveIn(
  { system, manager }: Pick<BrowserFixture, 'system' | 'manager'>,
  name = 'Phone Court',
): Promise<TestHome> {
  const { property, unit, invite } = await inviteToNewUnit(manager, name);
  const main = await addDoor({ manager }, property.id, 'Main door');
  const garage = await addDoor({ manager }, property.id, 'Garage');
  const email = `phone.${randomUUID()}@example.test`;
  const signedUp = signUp(system.portalOf('DEV'), { inviteToken: invite.token, email });
  const { resident } = await bodyOf(signedUp, 201);
  return { email, propertyId: property.id, unitId: unit.id, userId: resident.id, main, garage };
}

/** Fills the sign-in form of the open page, and waits for the portal. */
export async function enterPortal(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /^Hello / }).waitFor();
}

/** Signs a new resident in to the portal. */
export async function signInToPortal(
  fixture: Pick<BrowserFixture, 'system' | 'manager' | 'open'>,
  options: BrowserContextOptions = phone,
): Promise<{ page: Page; home: TestHome }> {
  const home = await moveIn(fixture);
  const page = await fixture.open(options);
  await page.goto(fixture.system.local.residentUrl);
  await enterPortal(page, home.email);
  return { page, home };
}
