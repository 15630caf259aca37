import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { textOf } from '../parts/form-text.ts';
import { Loading } from '../parts/loading.tsx';
import { InviteeFields, inviteeOf, findMissingContact, type Invitee } from './invitee-fields.tsx';
import type { PresetHome } from './use-home.ts';

const loadFields = async () => import('./invited-home.tsx');

/** The fields of the home are no part of the first load. They are fetched once the page is shown. */
const InvitedHome = lazy(async () => ({ default: (await loadFields()).InvitedHome }));

/** Values that the form begins with. */
interface InviteTarget extends PresetHome {
  /** The unit, if it is known; the form then asks for the person alone. */
  unitId?: string;
  invitee?: Invitee;
}

const titleOf = ({ unitId, unitLabel = 'the unit' }: InviteTarget): string =>
  unitId === undefined ? 'Invite resident' : `Invite resident to ${unitLabel}`;

const homeFields = ['propertyId', 'unitLabel'];
const inviteeFields = ['inviteeName', 'inviteeEmail', 'inviteePhone', 'locale'];

/** Invites one person to a unit. */
export function NewInvite({ target = {} }: { target?: InviteTarget }): ReactNode {
  const cache = useQueryClient();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const address = useSearchState();
  useEffect(() => void loadFields().catch(() => undefined), []);
  const { unitId, invitee = {}, ...preset } = target;
  const homeOf = async (form: FormData) => {
    if (unitId !== undefined) return { unitId };
    const { resolveHome } = await import('./find-home.ts');
    const typed = { text: textOf(form, 'unitLabel'), propertyId: textOf(form, 'propertyId') };
    return resolveHome(cache, { ...typed, isNew: form.has('isNewUnit') });
  };
  const create = async (form: FormData, { header }: SendOptions) => {
    const body = { ...(await homeOf(form)), ...inviteeOf(form) };
    return read(api.POST('/api/admin/onboarding/invite', { params: { header }, body }));
  };
  const show = (id: string): void => {
    if (unitId !== undefined) return;
    if (pathname === '/invites') address.open(id);
    else void navigate({ to: '/invites', search: { open: id } });
  };
  return (
    <CreateDialog
      label="Invite resident"
      title={titleOf(target)}
      verb="Invite"
      isSmall={unitId !== undefined}
      create={create}
      findMissing={findMissingContact}
      said={({ invite }) =>
        invite.deliveries.length > 0
          ? 'Invite sent.'
          : 'Invite created, not sent. Copy its link to pass it on.'
      }
      onDone={({ invite }) => show(invite.id)}
      shown={unitId === undefined ? [...homeFields, ...inviteeFields] : inviteeFields}
      fields={(problems) => (
        <>
          {unitId === undefined && (
            <Suspense fallback={<Loading count={2} />}>
              <InvitedHome preset={preset} problems={problems} />
            </Suspense>
          )}
          <InviteeFields invitee={invitee} problems={problems} />
        </>
      )}
    />
  );
}
