import { Markup, markup } from '../http/markup.ts';
import { renderPage } from '../http/page.ts';

/** Content of the login page. */
export interface LoginPage {
  readonly uid: string;
  readonly clientId: string;
  /** Initial e-mail: the client's hint, or the last input. */
  readonly email: string;
  readonly hasFailed: boolean;
  /** False for a portal's client, where any e-mail signs in. */
  readonly asksPassword: boolean;
}

const passwordField = markup`
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`;

const anyEmail = markup`
<p class="soft">Any e-mail signs in here. The portal refuses people without a home.</p>`;

const faultOf = (asksPassword: boolean): string =>
  asksPassword
    ? 'E-mail and password do not match. Check both, then try again.'
    : 'This is not an e-mail address. Check it, then try again.';

/** Renders the login page, with a password field for staff. */
export function renderLogin({ uid, clientId, email, hasFailed, asksPassword }: LoginPage): string {
  const fault = markup`<p role="alert" id="fault">${faultOf(asksPassword)}</p>`;
  const describedBy = markup` aria-describedby="fault" aria-invalid="true"`;
  return renderPage(
    'Sign in',
    markup`<p>to continue to <strong>${clientId}</strong></p>
${hasFailed ? fault : undefined}
<form method="post" action="/interaction/${uid}/login">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" required${hasFailed ? describedBy : undefined}>${asksPassword ? passwordField : anyEmail}
<button>Sign in</button>
</form>
<form method="post" action="/interaction/${uid}/cancel"><button class="second">Cancel</button></form>`,
  );
}

/** Renders the page for a request that cannot continue. */
export function renderLoginFault(code: string, description: string | undefined): string {
  return renderPage(
    'This sign-in cannot continue',
    markup`<p role="alert">${description ?? 'The request is not valid.'}</p><p><code>${code}</code></p>`,
  );
}

/** Renders the confirmation before signing out. `form` is the provider's own, with its CSRF protection. */
export function renderLogout(form: string): string {
  return renderPage(
    'Sign out',
    markup`<p>Sign out of single sign-on?</p>
${new Markup(form)}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="second" form="op.logoutForm">Stay signed in</button>`,
  );
}

/** Renders the page after signing out, for a client without a return address. */
export function renderLogoutDone(): string {
  return renderPage('Signed out', markup`<p>You are signed out of single sign-on.</p>`);
}
