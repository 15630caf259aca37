import type { InvitedHome } from '../../resources/invites/invite-preview.schema.ts';
import { html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import { unitName } from './unit-name.ts';

/** What a person sees who has just become a resident, and what to do next. */
export function welcomePage({ property, unit }: InvitedHome, firstName: string): Page {
  const main = html`<h1>Welcome, ${firstName}</h1>
    <p class="home">
      Your home here is <strong>${unitName(unit.label)}</strong> at <strong>${property.name}</strong>.
    </p>
    <h2>What to do next</h2>
    <p>
      Open the app and sign in with your e-mail and the password that you have just chosen. You do not need
      the link of the invite again.
    </p>`;
  return { status: 200, title: `Welcome to ${property.name}`, main };
}
