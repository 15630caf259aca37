import type { Route } from '@pas/platform/http/define-route';
import { joinRoutes } from './pages/join/join.routes.ts';
import { passRoutes } from './pages/pass/pass.routes.ts';
import { resetRoutes } from './pages/reset/reset.routes.ts';
import { accessEventRoutes } from './resources/access-events/access-events.routes.ts';
import { authRoutes, type Auth } from './resources/auth/auth.routes.ts';
import { passwordRoutes } from './resources/auth/password.routes.ts';
import { callRoutes } from './resources/calls/calls.routes.ts';
import { inviteRoutes } from './resources/invites/invites.routes.ts';
import { emailRoutes, type EmailProofs } from './resources/me/email.routes.ts';
import { meRoutes } from './resources/me/me.routes.ts';
import { callSettingsRoutes } from './resources/me/call-settings.routes.ts';
import { ownPasswordRoutes } from './resources/me/own-password.routes.ts';
import { phoneRoutes, type PhoneProofs } from './resources/me/phone.routes.ts';
import type { PassDependencies } from './resources/passes/open-with-pass.ts';
import { passkeyRoutes } from './resources/passkeys/passkeys.routes.ts';
import { passkeySignInRoutes } from './resources/passkeys/passkey-sign-in.routes.ts';
import type { Passkeys } from './resources/passkeys/prepare-passkey.ts';
import { occupantRoutes } from './resources/occupants/occupants.routes.ts';
import { reportRoutes, type ReportDependencies } from './resources/reports/reports.routes.ts';
import { sessionRoutes } from './resources/sessions/sessions.routes.ts';
import { unitRoutes } from './resources/units/units.routes.ts';

/** Dependencies of the routes of the Resident API. */
export interface ResidentDependencies {
  auth: Auth;
  passkeys: Omit<Passkeys, 'guesses'>;
  phones: PhoneProofs;
  emails: EmailProofs;
  passes: PassDependencies;
  reports: ReportDependencies;
}

/** Routes of the Resident API by resource, and of the pages for invites, passwords and passes. */
export function residentRoutes(dependencies: ResidentDependencies): Route[] {
  const { auth, passkeys, phones, emails, passes, reports } = dependencies;
  return [
    ...authRoutes(auth),
    ...passkeySignInRoutes(auth, passkeys),
    ...passwordRoutes(auth.resetLimits),
    ...meRoutes,
    ...ownPasswordRoutes(auth.limits),
    ...passkeyRoutes({ ...passkeys, guesses: auth.limits }),
    ...phoneRoutes(phones),
    ...emailRoutes(emails),
    ...callSettingsRoutes,
    ...reportRoutes(reports),
    ...unitRoutes,
    ...occupantRoutes,
    ...callRoutes,
    ...accessEventRoutes,
    ...inviteRoutes,
    ...sessionRoutes,
    ...joinRoutes(auth),
    ...resetRoutes(auth.resetLimits),
    ...passRoutes(passes),
  ];
}
