import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from '../parts/copy.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useMay } from '../session.tsx';
import type { Invite } from './describe-invite.ts';
import { useInviteAct, type InviteAct } from './use-invite-actions.ts';

/** What the state of an invite allows, with the scope that it needs. */
function actsOf({ status, expiredReason, sendCount, inviteeEmail, inviteePhone }: Invite) {
  const acts: { act: InviteAct; label: string; scope: string }[] = [];
  const isOpen = status === 'PENDING';
  const hasContact = inviteeEmail !== null || inviteePhone !== null;
  if (isOpen && sendCount === 0 && hasContact) {
    acts.push({ act: 'dispatch', label: 'Send', scope: 'onboarding:dispatch' });
  } else if (hasContact && (isOpen || expiredReason === 'TTL')) {
    acts.push({ act: 'resend', label: 'Send again', scope: 'onboarding:dispatch' });
  }
  if (isOpen) acts.push({ act: 'revoke', label: 'Revoke', scope: 'onboarding:write' });
  return acts;
}

/** Everything that can be done to an invite now. */
export function InviteActions({ invite }: { invite: Invite }): ReactNode {
  const may = useMay();
  const action = useInviteAct();
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {actsOf(invite)
          .filter(({ scope }) => may(scope))
          .map(({ act, label }) => (
            <Button
              key={act}
              size="sm"
              variant={act === 'revoke' ? 'outline' : 'filled'}
              color={act === 'revoke' ? 'red.9' : 'brand'}
              loading={action.isPending && action.variables.act === act}
              onClick={() => action.mutate({ act, id: invite.id })}
            >
              {label}
            </Button>
          ))}
        {invite.inviteUrl !== null && invite.status === 'PENDING' && (
          <Copy value={invite.inviteUrl} what="link" />
        )}
      </Group>
      {action.error && <FaultAlert fault={action.error} />}
    </Stack>
  );
}
