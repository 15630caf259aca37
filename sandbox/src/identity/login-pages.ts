import { Markup, markup } from '../http/markup.ts';
import { renderPage } from '../http/page.ts';

/** What the login page is about. */
export interface LoginPage {
  readonly uid: string;
  readonly clientId: string;
  /** The e-mail to begin with: the client's hint, or what was typed before. */
  readonly email: string;
  readonly hasFailed: boolean;
  /** False at the portal's client: any e-mail signs in there. */
  readonly asksPassword: boolean;
}

const passwordField = markup`
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`;

const anyEmail = markup`
<p class="soft">Any e-mail signs in here. Who lives nowhere is refused by the portal.</p>`;

const faultOf = (asksPassword: boolean): string =>
  asksPassword
    ? 'Nobody here has this e-mail and password. Check both and try again.'
    : 'This is no e-mail. Check it and try again.';

/** The page that asks for the e-mail, and a staff person for the password too. */
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

/** The page for a request that cannot go on. */
export function renderLoginFault(code: string, description: string | undefined): string {
  return renderPage(
    'This sign-in cannot continue',
    markup`<p role="alert">${description ?? 'The request is not valid.'}</p><p><code>${code}</code></p>`,
  );
}

/** The page that asks before it signs out; `form` is the provider's own, with its protection against forgery. */
export function renderLogout(form: string): string {
  return renderPage(
    'Sign out',
    markup`<p>Sign out of the identity provider?</p>
${new Markup(form)}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button class="second" form="op.logoutForm">Stay signed in</button>`,
  );
}

/** The page after signing out, where the client named no address to return to. */
export function renderLogoutDone(): string {
  return renderPage('Signed out', markup`<p>You are signed out of the identity provider.</p>`);
}
