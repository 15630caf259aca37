import { bodyOf, call } from './http-call.ts';
import { logIn } from './new-resident.ts';

/** Ends all sessions of a person from a new session, as from another phone. */
export async function endOtherSessions(portalUrl: string, email: string): Promise<void> {
  const { token: bearer } = await bodyOf(logIn(portalUrl, email), 200);
  const path = `${portalUrl}/api/v1/sessions`;
  const listed = call<{ sessions: { id: string; current: boolean }[] }>(path, { bearer });
  const { sessions } = await bodyOf(listed, 200);
  for (const { id } of sessions.filter(({ current }) => !current)) {
    await bodyOf(call(`${path}/${id}`, { method: 'DELETE', bearer }), 204);
  }
}
