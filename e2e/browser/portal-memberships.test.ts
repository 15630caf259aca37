import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { endOtherSessions } from '../client/end-other-sessions.ts';
import { bodyOf } from '../client/http-call.ts';
import { createCompany } from '../client/new-company.ts';
import { actAsManager, inviteToNewUnit, type PropertyManager } from '../client/property-manager.ts';
import { password, signUp } from '../client/resident.ts';
import { findFaults } from './find-faults.ts';
import { enterPortal, moveIn, phone, type TestHome } from './sign-in-to-portal.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

/** A home of the person at a second company, with its own door. */
interface SecondHome {
  company: string;
  propertyName: string;
  doorName: string;
}

describe.skipIf(hasNoBrowser)('a person with homes at two companies', () => {
  const fixture = useBrowser();
  let home: TestHome;
  let firstCompany: string;
  let second: SecondHome;

  /** Creates a company: other tests change the names of the shared ones. */
  async function addCompany(name: string): Promise<{ manager: PropertyManager; name: string }> {
    const { local } = fixture.system;
    const company = await createCompany(local, { name: `${name} ${randomUUID().slice(0, 8)}` });
    return { manager: actAsManager({ gatewayUrl: local.gatewayUrl, key: company.key }), name: company.name };
  }

  /** Moves the person in at the second company too, with a door of another name. */
  async function moveInAgain(email: string): Promise<SecondHome> {
    const { gatewayUrl } = fixture.system.local;
    const { manager, name: company } = await addCompany('Second company');
    const propertyName = `Other Court ${randomUUID().slice(0, 8)}`;
    const { property, invite } = await inviteToNewUnit(manager, propertyName, email);
    const doorName = 'River gate';
    const controller = { adapter: 'nats', ref: `second-${randomUUID()}` };
    const body = { propertyId: property.id, name: doorName, kind: 'GATE', controller };
    await bodyOf(manager.call('/access-points', { body }), 201);
    await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token, email }), 201);
    return { company, propertyName, doorName };
  }

  beforeAll(async () => {
    const { manager, name } = await addCompany('First company');
    firstCompany = name;
    home = await moveIn({ system: fixture.system, manager }, 'First Court');
    second = await moveInAgain(home.email);
  });

  async function open(): Promise<Page> {
    const page = await fixture.open(phone);
    await page.goto(fixture.system.local.residentUrl);
    await enterPortal(page, home.email);
    return page;
  }

  async function switchTo(page: Page, company: string): Promise<void> {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: `Switch: ${company}` }).press('Enter');
  }

  const atFirst = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /Main door/ }).waitFor();
    await page.getByText('First Court').waitFor();
    expect(await page.getByRole('button', { name: second.doorName }).count()).toBe(0);
  };

  const atSecond = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: second.doorName }).waitFor();
    await page.getByText(second.propertyName).waitFor();
    expect(await page.getByRole('button', { name: /Main door/ }).count()).toBe(0);
  };

  test('switches, sees only the other home’s doors, also after a reload, and switches back', async () => {
    const page = await open();
    await atFirst(page);
    await switchTo(page, second.company);
    await atSecond(page);
    await page.locator('h1:focus').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await page.reload();
    await atSecond(page);
    await page.getByRole('link', { name: 'Guests' }).click();
    await page.getByLabel(second.doorName).waitFor();
    expect(await page.getByLabel('Main door').count()).toBe(0);
    await switchTo(page, firstCompany);
    await atFirst(page);
    expect(await findFaults(fixture.reader)).toEqual([]);
  });

  test('signs in again after the session’s end on the same page, and then switches', async () => {
    const page = await open();
    await switchTo(page, second.company);
    await atSecond(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    const back = page.getByRole('button', { name: `Switch: ${firstCompany}` });
    await back.waitFor();
    await endOtherSessions(fixture.system.local.gatewayUrl, home.email);
    await page.clock.setSystemTime(Date.now() + 16 * 60_000);
    await back.press('Enter');
    await page.getByText('Your input is not lost.').waitFor();
    expect(await fixture.reader.findBarriers()).toEqual([]);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await back.waitFor();
    await page.getByRole('link', { name: 'Doors' }).click();
    await atSecond(page);
    await switchTo(page, firstCompany);
    await atFirst(page);
  });

  test('a switch in one tab shows the same home in another tab after its next request', async () => {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto(fixture.system.local.residentUrl);
    await atFirst(other);
    await switchTo(page, second.company);
    await atSecond(page);
    // The access token lives for 15 minutes: the next request needs a new one.
    await other.clock.setSystemTime(Date.now() + 16 * 60_000);
    await other.getByRole('button', { name: 'Let someone in' }).click();
    await other.getByLabel(second.doorName).waitFor();
    expect(await other.getByLabel('Main door').count()).toBe(0);
    await other.getByRole('link', { name: 'Doors' }).click();
    await atSecond(other);
  });
});
