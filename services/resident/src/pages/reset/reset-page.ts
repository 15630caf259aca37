import { html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';

/** The form on which a person chooses a new password, with what was wrong with the last try. */
export function resetPage(problem: string | null = null): Page {
  const title = 'Choose a new password';
  const main = html`<h1>${title}</h1>
    <p>You will be signed out on all devices. Sign in again with the new password.</p>
    <form method="post" novalidate>
      <div class="field">
        <label for="password">New password</label>
        <p class="hint" id="password-hint">At least 10 characters.</p>
        ${problem === null ? null : html`<p class="error" id="password-error" role="alert">${problem}</p>`}
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          autofocus
          ${
            problem === null
              ? html`aria-describedby="password-hint"`
              : html`aria-describedby="password-hint password-error" aria-invalid="true"`
          }
        />
      </div>
      <button type="submit">Save the password</button>
    </form>`;
  return problem === null ? { status: 200, title, main } : { status: 422, title: `Error: ${title}`, main };
}

/** What a person sees whose new password is saved. */
export function passwordSavedPage(): Page {
  const main = html`<h1>Your new password is saved</h1>
    <p>
      You are signed out on all devices. Open the app and sign in with your e-mail and the new password.
    </p>`;
  return { status: 200, title: 'Your new password is saved', main };
}

/** What a person sees who opens a link that has expired, was used or never existed. */
export function deadLinkPage(): Page {
  const main = html`<h1>This link no longer works</h1>
    <p>
      A link to set a new password works once, for an hour. Open the newest one that was sent to you, or ask
      for a new one: choose “Forgot password” where you sign in.
    </p>`;
  return { status: 410, title: 'This link no longer works', main };
}
