import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SendOptions } from '../../api/sending.ts';
import { Confirm } from '../parts/confirm.tsx';
import { countOf } from '../parts/count-of.ts';
import { useMay } from '../session.tsx';
import { describeOutcome, type BulkOutcome } from './bulk-outcome.ts';
import { actOnMany, type InviteAct } from './use-invite-actions.ts';

interface BulkBarProps {
  chosen: ReadonlySet<string>;
  clear: () => void;
  onOutcome: (outcome: BulkOutcome) => void;
}

/** The actions for the selected invites. Each asks first. */
export function BulkBar({ chosen, clear, onOutcome }: BulkBarProps): ReactNode {
  const may = useMay();
  const ids = [...chosen];
  const count = countOf(ids.length, 'invite');
  const perform = (act: InviteAct, done: string) => async (sending: SendOptions) => {
    const { results } = await actOnMany({ act, ids }, sending);
    onOutcome(describeOutcome(results, done));
  };
  return (
    <Group gap="xs">
      {may('onboarding:dispatch') && (
        <Confirm
          isHarmless
          label="Send again"
          title={`Send ${count} again`}
          act={perform('resend', 'sent again')}
          onDone={clear}
        >
          Each person gets the link once more, and it is valid for the full time again. Skipped: invites that
          are accepted, revoked or replaced, have no contact, or were sent again within the last minute.
        </Confirm>
      )}
      {may('onboarding:write') && (
        <Confirm label="Revoke" title={`Revoke ${count}`} act={perform('revoke', 'revoked')} onDone={clear}>
          Their links stop working. New invites have new links.
        </Confirm>
      )}
      <Button size="compact-md" variant="subtle" onClick={clear}>
        Clear selection
      </Button>
    </Group>
  );
}
