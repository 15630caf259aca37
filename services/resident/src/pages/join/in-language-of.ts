import { Fault, type FaultKind } from '@pas/platform/errors/fault';
import { findInviteLocale } from '@pas/shared/invites/find-invite';

/** Kinds of failures that depend on the state of an invite. */
const ofInvites: ReadonlySet<FaultKind> = new Set(['gone', 'forbidden', 'conflict']);

/**
 * Runs work for the page of an invite. A failure caused by the invite renders its page in the language of the invite.
 * Only such failures cost one or two reads more.
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
