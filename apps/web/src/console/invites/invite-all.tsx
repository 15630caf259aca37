import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SendOptions } from '../../api/sending.ts';
import { canInvite } from '../imports/describe-import.ts';
import type { Import } from '../imports/import-queries.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { Confirm } from '../parts/confirm.tsx';
import { countOf } from '../parts/count-of.ts';
import { useMay } from '../session.tsx';
import { describeOutcome, type BulkOutcome } from './bulk-outcome.ts';
import { createdBy, inviteResidents, neverSignedUp, type ResidentSource } from './invite-residents.ts';
import { OutcomeDialog, showOutcome } from './outcome-dialog.tsx';

interface InviteAllProps {
  label: string;
  /** The key of the residents' query. */
  name: string;
  source: ResidentSource;
}

/** The number of residents of a source. */
function Count({ name, source }: Omit<InviteAllProps, 'label'>): ReactNode {
  const { data } = useQuery({
    queryKey: ['invite-all', name],
    queryFn: () => source({ limit: 1, offset: 0 }),
  });
  return data ? countOf(data.total, 'resident') : '… residents';
}

/** A button that invites all residents of a source to their homes, after a question. */
function InviteAll({ label, name, source }: InviteAllProps): ReactNode {
  const may = useMay();
  const [isSent, setSent] = useState(true);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  if (!may('onboarding:write') || !may('users:read')) return null;
  const act = async (sending: SendOptions): Promise<void> => {
    const results = await inviteResidents(source, isSent, sending);
    showOutcome(describeOutcome(results, isSent ? 'sent' : 'created'), setOutcome);
  };
  return (
    <>
      <Confirm isHarmless label={label} title="Invite residents" act={act}>
        <Stack>
          <Text>
            <Count name={name} source={source} /> get an invite to their home, in their language. An open
            invite stays as it is. Skipped: residents who have signed up, or have no home.
          </Text>
          <Checkbox
            checked={isSent}
            onChange={(event) => setSent(event.currentTarget.checked)}
            label="Send immediately by e-mail and text"
          />
        </Stack>
      </Confirm>
      <OutcomeDialog outcome={outcome} close={() => setOutcome(null)} />
    </>
  );
}

/** Invites the residents of the filtered list who have never signed up; nothing while it shows another status. */
export function InviteListed(): ReactNode {
  const { filters } = useSearchState();
  const { status = 'INVITED', ...others } = filters;
  if (status !== 'INVITED') return null;
  return <InviteAll label="Invite all" name={JSON.stringify(others)} source={neverSignedUp(others)} />;
}

/** Invites the residents whom a committed import has created without invites. */
export function InviteImported({ plan }: { plan: Import }): ReactNode {
  if (!canInvite(plan)) return null;
  const { id, totals } = plan;
  const count = totals.create.toLocaleString('en');
  return (
    <InviteAll
      label={totals.create === 1 ? 'Invite this resident' : `Invite these ${count}`}
      name={id}
      source={createdBy(id)}
    />
  );
}
