import { adminRoutes } from '@pas/admin/src/routes.ts';
import type { ApiDescription } from '@pas/shared/http/describe-routes';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import manifest from '../../package.json' with { type: 'json' };

const { version } = manifest;

const links = createInviteLinks(
  ['a secret that derives no token which anybody could use'],
  'http://portal.test',
);

/** The documents of the API, by the name of their file: what a client reads before the first call. */
export const apiDescriptions: Readonly<Record<string, ApiDescription>> = {
  admin: {
    title: 'Property access: Admin API',
    version,
    description: `For the dashboard, machine clients and automation tools.

- Send \`Authorization: Bearer <API key>\`. Every operation names the one scope that it needs.
- \`X-Admin-Env\` chooses the environment; without it the gateway's default answers.
- A list is \`{ <plural>, total, limit, offset }\`, a single resource \`{ <singular> }\`.
- Unknown parameters and fields are refused with 422, so that a typo can't pass silently.
- A failure is problem+json: \`message\` is for people, \`code\` for programs. Log the \`correlationId\`.
- Answers may gain fields and enums may gain values; ignore what you don't know.`,
    unknownInput: 'refuse',
    routes: adminRoutes({ onboarding: { links, channels: ['EMAIL'] } }),
  },
};
