import { Fault, type FaultKind } from '@pas/platform/errors/fault';
import { findInviteLocale } from '@pas/shared/invites/find-invite';

/** The failures that say what has become of an invite. */
const ofInvites: ReadonlySet<FaultKind> = new Set(['gone', 'forbidden', 'conflict']);

/**
 * Does some work for the page of an invite. If it fails because of the invite, the page that says so is in the language of
 * the invite, as the mail was. That costs one or two reads, of failures alone.
 */
export async function inLanguageOf<T>(token: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || !ofInvites.has(error.kind)) throw error;
    const { kind, code, message, details } = error;
    const locale = await findInviteLocale(token).catch(() => null);
    throw new Fault(kind, code, message, { ...details, locale });
  }
}
