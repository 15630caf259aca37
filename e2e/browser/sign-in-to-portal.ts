import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { bodyOf, call } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { password, signUp } from '../client/resident.ts';
import type { Desk } from './use-desk.ts';

/** A phone of the least width that pages must fit. */
export const phone: BrowserContextOptions = {
  viewport: { width: 320, height: 640 },
  reducedMotion: 'reduce',
};

/** A door of a test: what the resident reads, and the name of its controller in the sandbox. */
export interface TestDoor {
  id: string;
  name: string;
  ref: string;
}

/** Puts a door into a property; its controller is played by the sandbox. */
export async function addDoor(
  { manager }: Pick<Desk, 'manager'>,
  propertyId: string,
  name: string,
): Promise<TestDoor> {
  const ref = `portal-${randomUUID()}`;
  const body = { propertyId, name, kind: 'DOOR', controller: { adapter: 'nats', ref } };
  const sent = manager.call<{ accessPoint: { id: string } }>('/access-points', { body });
  return { id: (await bodyOf(sent, 201)).accessPoint.id, name, ref };
}

/** Has the controller of a door behave so from now on. */
export async function setDoor(desk: Desk, { ref }: TestDoor, behaviour: object): Promise<void> {
  await bodyOf(call(`${desk.system.local.sandboxUrl}/doors/${ref}`, { method: 'PUT', body: behaviour }), 200);
}

/** How often a door has opened. */
export async function pulsesOf(desk: Desk, { ref }: TestDoor): Promise<number> {
  const shown = call<{ door: { pulses: number } }>(`${desk.system.local.sandboxUrl}/doors/${ref}`);
  return (await bodyOf(shown, 200)).door.pulses;
}

/** Where a resident of a test lives, and what the resident signs in with. */
export interface TestHome {
  email: string;
  propertyId: string;
  unitId: string;
  userId: string;
  main: TestDoor;
  garage: TestDoor;
}

/** A resident of a building with two doors, whose controllers answer. */
export async function moveIn(
  { system, manager }: Pick<Desk, 'system' | 'manager'>,
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

/** Fills the form of the page that is open, and waits for the home of the person. */
export async function enterPortal(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /^Hello / }).waitFor();
}

/** Signs a new resident in to the portal. */
export async function signInToPortal(
  desk: Desk,
  options: BrowserContextOptions = phone,
): Promise<{ page: Page; home: TestHome }> {
  const home = await moveIn(desk);
  const page = await desk.open(options);
  await page.goto(desk.system.local.residentUrl);
  await enterPortal(page, home.email);
  return { page, home };
}
