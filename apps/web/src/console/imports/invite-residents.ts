import { ApiProblem, read } from '../../api/problem.ts';
import { api } from '../api.ts';
import type { ImportRow } from './describe-import.ts';

/** A resident of an import who got no invite. */
export interface NotInvited {
  line: number;
  message: string;
}

/** Progress of the invites of an import. */
export interface InviteProgress {
  total: number;
  invited: number;
  /** Residents who can sign in already. */
  known: number;
  failed: readonly NotInvited[];
}

/** Contacts and name of a resident. */
interface Contacts {
  email: string | null;
  phone: string | null;
  name: string | null;
}

/** Rows per read, and invites that are sent at once. */
const [pageSize, atOnce] = [200, 4];

const fullName = (...parts: (string | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(' ') || null;

/** Reads the rows that have added residents, page by page. */
export async function loadAdded(id: string, offset = 0, limit = pageSize) {
  const params = { path: { id }, query: { verdict: 'create' as const, limit, offset } };
  return read(api.GET('/api/admin/imports/{id}/rows', { params }));
}

/** Returns the contacts of a row's resident. A further home of a resident has none in its row. */
async function contactsOf({ changes, entity }: ImportRow): Promise<Contacts> {
  const valueOf = (field: string) => changes.find((change) => change.field === field)?.after ?? null;
  const [email, phone] = [valueOf('email'), valueOf('phone')];
  if (email !== null || phone !== null)
    return { email, phone, name: fullName(valueOf('firstName'), valueOf('lastName')) };
  const path = { id: entity.userId ?? '' };
  const { user } = await read(api.GET('/api/admin/users/{id}', { params: { path } }));
  return { ...user, name: fullName(user.firstName, user.lastName) };
}

/** Invites the resident of a row by all contacts. Sent again, it changes nothing. */
async function inviteRow(row: ImportRow): Promise<void> {
  const { email, phone, name } = await contactsOf(row);
  const body = {
    unitId: row.entity.unitId ?? '',
    ...(email !== null && { inviteeEmail: email }),
    ...(phone !== null && { inviteePhone: phone }),
    ...(name !== null && { inviteeName: name }),
    dispatch: [...(email === null ? [] : ['EMAIL' as const]), ...(phone === null ? [] : ['SMS' as const])],
  };
  await read(api.POST('/api/admin/onboarding/invite', { body }));
}

/** Adds the outcome of one invite to the progress. */
export function withOutcome(progress: InviteProgress, line: number, fault: unknown): InviteProgress {
  if (fault === null) return { ...progress, invited: progress.invited + 1 };
  if (fault instanceof ApiProblem && fault.code === 'already_resident')
    return { ...progress, known: progress.known + 1 };
  const message = fault instanceof Error ? fault.message : 'The invite failed.';
  return { ...progress, failed: [...progress.failed, { line, message }] };
}

/**
 * Invites the residents that an import has added, a few at once. A repeat invites those who are missing: an invite
 * that is pending stays, and nothing is sent twice.
 *
 * @throws ApiProblem when the rows cannot be read
 */
export async function inviteAdded(
  id: string,
  report: (progress: InviteProgress) => void,
): Promise<InviteProgress> {
  let progress: InviteProgress = { total: 0, invited: 0, known: 0, failed: [] };
  for (let offset = 0; offset === 0 || offset < progress.total; offset += pageSize) {
    const { rows, total } = await loadAdded(id, offset);
    progress = { ...progress, total };
    const waiting = rows.values();
    const work = async (): Promise<void> => {
      for (const row of waiting) {
        const fault: unknown = await inviteRow(row).then(
          () => null,
          (reason: unknown) => reason,
        );
        progress = withOutcome(progress, row.line, fault);
        report(progress);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return progress;
}
