import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { countSteps, secondsOf } from './count-steps.ts';
import { findFaults } from './find-faults.ts';
import { unitField } from './invite-form.ts';
import { signInToConsole } from './sign-in-to-console.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('invites in the console', () => {
  const fixture = useBrowser();

  test('creates no unit for a typing error: a new unit is a separate choice', async () => {
    const name = `Choice ${randomUUID()}`;
    await fixture.manager.createProperty(`Other ${randomUUID()}`);
    const property = await fixture.manager.createProperty(name);
    const unit = await fixture.manager.ensureUnit(property.id, 'Apt 3A');
    const resident = {
      kind: 'RESIDENT',
      firstName: 'Clara',
      lastName: 'Reyes',
      residence: { unitId: unit.id },
    };
    const body = { ...resident, email: `choice.${unit.id}@example.test` };
    await bodyOf(fixture.manager.call('/users', { body }), 201);
    const units = () => fixture.manager.call<{ total: number }>(`/units?propertyId=${property.id}`);
    const page = await signInToConsole(fixture, '/invites');
    await page.getByRole('button', { name: 'Invite resident' }).click();
    const form = page.getByRole('dialog', { name: 'Invite resident' });
    expect(await form.getByLabel('Building').inputValue()).toBe('');
    await form.getByLabel('E-mail').fill(`typo.${randomUUID()}@example.test`);
    await unitField(page).fill('3Z');
    await unitField(page).press('Enter');
    await form.getByText('Choose the building.').waitFor();
    await form.getByLabel('Building').selectOption(property.id);
    await unitField(page).fill('3');
    await page.getByRole('option', { name: 'Apt 3A Floor 3, Clara Reyes' }).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await unitField(page).fill('3Z');
    await unitField(page).press('Enter');
    await form.getByText('This building has no such unit.').waitFor();
    expect((await units()).body).toMatchObject({ total: 1 });
    await form.getByLabel(`Create unit 3Z in ${name}`).check();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Timeline').waitFor();
    expect((await units()).body).toMatchObject({ total: 2 });
  });

  test('many invites are sent again after a question, and the skipped ones are named with the reason', async () => {
    const { property, unit, invite } = await inviteToNewUnit(
      fixture.manager,
      `Bulk ${randomUUID()}`,
      `gone.${randomUUID()}@example.test`,
    );
    const email = `again.${randomUUID()}@example.test`;
    const open = await fixture.manager.createInvite(unit.id, email);
    await bodyOf(fixture.manager.call(`/onboarding/invites/${invite.id}/revoke`, { method: 'POST' }), 200);
    const page = await signInToConsole(fixture, `/invites?propertyId=${property.id}`);
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Send again' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Send 2 invites again' });
    await question.getByText('Skipped: invites that are').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    expect((await fixture.manager.readInvite(open.id)).deliveries).toEqual([]);
    await question.getByRole('button', { name: 'Send again' }).press('Enter');
    const outcome = page.getByRole('dialog', { name: '1 invite sent again, 1 skipped' });
    await outcome.getByText(`${invite.inviteeEmail}: The invite was revoked.`).waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await outcome.getByRole('button', { name: 'Done' }).press('Enter');
    expect((await fixture.manager.readInvite(open.id)).deliveries).toHaveLength(1);
  });

  test('all residents of a filtered list are invited to their homes at once', async () => {
    const property = await fixture.manager.createProperty(`All ${randomUUID()}`);
    for (const label of ['1A', '1B']) {
      const unit = await fixture.manager.ensureUnit(property.id, label);
      const body = { kind: 'RESIDENT', email: `all.${unit.id}@example.test`, residence: { unitId: unit.id } };
      await bodyOf(fixture.manager.call('/users', { body }), 201);
    }
    const page = await signInToConsole(fixture, `/residents?propertyId=${property.id}`);
    await page.getByRole('button', { name: 'Invite all' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Invite residents' });
    await question.getByText('2 residents get an invite').waitFor();
    expect(await findFaults(fixture.reader)).toEqual([]);
    await question.getByRole('button', { name: 'Invite all' }).press('Enter');
    await page.getByText('2 invites sent.').waitFor();
    const path = `/onboarding/invites?propertyId=${property.id}&status=PENDING`;
    expect((await fixture.manager.call<{ total: number }>(path)).body).toMatchObject({ total: 2 });
  });

  test('to correct a bounced address and send the invite again: 15 seconds', async () => {
    const mark = randomUUID().slice(0, 8);
    const property = await fixture.manager.createProperty(`Bounced ${mark}`);
    const unit = await fixture.manager.ensureUnit(property.id, '4B');
    const invite = await fixture.manager.createInvite(unit.id, `clara.${mark}@exampel.test`);
    const page = await signInToConsole(fixture, `/invites?propertyId=${property.id}`);
    const walk = countSteps();
    await walk.look(page.getByRole('table', { name: 'Invites' }));
    await walk.click(page.getByRole('row', { name: mark }));
    const drawer = page.getByRole('dialog', { name: `clara.${mark}@exampel.test`, exact: true });
    await walk.look(drawer.getByText('Timeline'));
    await walk.click(drawer.getByRole('button', { name: /^Edit/ }));
    const email = page.getByRole('dialog', { name: /^Edit/ }).getByLabel('E-mail');
    await walk.look(email.and(page.locator(':focus')));
    await walk.press(email, 'End');
    await walk.erase(email, 'el.test'.length);
    await walk.type(email, 'le.test');
    await walk.press(email, 'Enter');
    await page.getByText('New link sent.').waitFor();
    const changed = await fixture.manager.readInvite(invite.id);
    expect(changed).toMatchObject({ inviteeEmail: `clara.${mark}@example.test`, status: 'PENDING' });
    expect(changed.deliveries).toHaveLength(1);
    expect(changed.token).not.toBe(invite.token);
    expect(secondsOf(walk.steps)).toBeLessThanOrEqual(15);
  });
});
