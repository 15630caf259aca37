import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { sayPhone } from '../../phones/say-phone.ts';
import { HomeLink } from '../buildings/home-link.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { languageName } from '../parts/language-name.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { isBeingSent, nameOfInvite, roleWords, statusInWords, type Invite } from './describe-invite.ts';
import { InviteActions } from './invite-actions.tsx';
import { loadInvite } from './edit-invite.tsx';
import { InviteTimeline } from './invite-timeline.tsx';
import { MessagePreview } from './message-preview.tsx';

function Overview({ invite }: { invite: Invite }): ReactNode {
  return (
    <Stack mt="md">
      <InviteActions invite={invite} />
      <Facts
        rows={[
          ['Status', <Status key="status" status={invite.status} label={statusInWords(invite)} />],
          ['For', <HomeLink key="home" unitId={invite.unitId} propertyId={invite.propertyId} />],
          ['E-mail', invite.inviteeEmail],
          ['Phone', invite.inviteePhone && sayPhone(invite.inviteePhone)],
          ['Role', roleWords[invite.role]],
          ['Language', invite.locale && languageName(invite.locale)],
          ['Valid until', <Time key="until" at={invite.expiresAt} />],
        ]}
      />
      <Title order={3} size="h5">
        Timeline
      </Title>
      <InviteTimeline invite={invite} />
    </Stack>
  );
}

/** One invite: its state, timeline and actions. */
export function InviteDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="invites"
      path="/api/admin/onboarding/invites"
      load={loadInvite}
      title={nameOfInvite}
      isMoving={isBeingSent}
      overview={(invite) => <Overview invite={invite} />}
      tabs={{ Message: (invite) => <MessagePreview invite={invite} /> }}
    />
  );
}
