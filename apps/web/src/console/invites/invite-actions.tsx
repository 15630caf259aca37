import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useMay } from '../session.tsx';
import { nameOfInvite, type Invite } from './describe-invite.ts';
import { EditInvite } from './edit-invite.tsx';
import { useInviteAct, type InviteAct } from './use-invite-actions.ts';

/** Returns the act that sends an invite in its state; null if it cannot be sent. */
function sendingOf(invite: Invite): InviteAct | null {
  const { status, expiredReason, sendCount, inviteeEmail, inviteePhone } = invite;
  const isOpen = status === 'PENDING';
  if (inviteeEmail === null && inviteePhone === null) return null;
  if (isOpen && sendCount === 0) return 'dispatch';
  return isOpen || expiredReason === 'TTL' ? 'resend' : null;
}

/** Buttons for the acts that an invite allows now. */
export function InviteActions({ invite }: { invite: Invite }): ReactNode {
  const may = useMay();
  const action = useInviteAct();
  const sending = sendingOf(invite);
  const isChangeable = invite.status === 'PENDING' && may('onboarding:write');
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {sending !== null && may('onboarding:dispatch') && (
          <Button
            size="compact-md"
            loading={action.isPending && action.variables.act === sending}
            onClick={() => action.mutate({ act: sending, id: invite.id })}
          >
            {sending === 'dispatch' ? 'Send' : 'Send again'}
          </Button>
        )}
        {invite.inviteUrl !== null && invite.status === 'PENDING' && (
          <Copy value={invite.inviteUrl} what="link" size="compact-md" />
        )}
        {isChangeable && <EditInvite invite={invite} />}
        {isChangeable && (
          <Confirm
            label="Revoke"
            name={`Revoke the invite of ${nameOfInvite(invite)}`}
            title={`Revoke the invite of ${nameOfInvite(invite)}`}
            act={() => action.mutateAsync({ act: 'revoke', id: invite.id })}
          >
            Its link stops working. A new invite has a new link.
          </Confirm>
        )}
      </Group>
      {action.error && action.variables.act !== 'revoke' && <FaultAlert fault={action.error} />}
    </Stack>
  );
}
