import type { Page } from 'playwright-core';

/** Returns the dialog that invites a resident. */
const formOf = (page: Page) => page.getByRole('dialog', { name: /^Invite resident/ });

/** Returns the field for the unit. */
export const unitField = (page: Page) => formOf(page).getByRole('combobox', { name: 'Unit' });

/** Returns the box that creates a unit which does not exist. */
export const newUnitBox = (page: Page) => formOf(page).getByRole('checkbox', { name: /^Create unit / });

/** Opens the dialog, and fills in a new unit and an address. */
export async function fillInvite(
  page: Page,
  { propertyId, unit, email }: { propertyId: string; unit: string; email: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Invite resident' }).click();
  await formOf(page).getByLabel('Building').selectOption(propertyId);
  await unitField(page).fill(unit);
  await newUnitBox(page).check();
  await formOf(page).getByLabel('E-mail').fill(email);
}
