import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { hasContact, type Holder, type Pass } from './describe-pass.ts';

interface SendPassProps {
  pass: Pass;
  /** The only holder to whom the link is sent. Default: every holder with a contact. */
  holder?: Holder;
}

const send = ({ pass: { id }, holder }: SendPassProps, { header }: SendOptions) => {
  const body = holder ? { holderIds: [holder.id] } : {};
  return read(api.POST('/api/admin/passes/{id}/send', { params: { path: { id }, header }, body }));
};

/** A button that sends the link by e-mail and SMS; nothing without a contact. */
export function SendPass({ pass, holder }: SendPassProps): ReactNode {
  const action = useApiMutation(send, holder ? 'The link is on its way.' : 'The links are on their way.');
  const holders = holder ? [holder] : pass.holders;
  if (!hasContact({ holders }) || pass.ended !== null) return null;
  const wasSent = holders.some(({ deliveries }) => deliveries.length > 0) || action.isSuccess;
  const label = wasSent ? 'Send again' : 'Send link';
  return (
    <Stack gap="sm">
      <Button
        size={holder ? 'compact-sm' : 'compact-md'}
        variant={holder ? 'default' : 'filled'}
        style={{ alignSelf: 'start' }}
        aria-label={holder ? `${label} to ${holder.name ?? 'this holder'}` : undefined}
        loading={action.isPending}
        onClick={() => action.mutate(holder ? { pass, holder } : { pass })}
      >
        {label}
      </Button>
      {action.error && <FaultAlert fault={action.error} />}
    </Stack>
  );
}
