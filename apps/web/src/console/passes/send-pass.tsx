import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { hasContact, type Pass } from './describe-pass.ts';

const send = ({ id }: Pass, { header }: SendOptions) =>
  read(api.POST('/api/admin/passes/{id}/send', { params: { path: { id }, header }, body: {} }));

/** A button that sends each holder the link by e-mail and SMS; nothing without a contact. */
export function SendPass({ pass }: { pass: Pass }): ReactNode {
  const action = useApiMutation(send, 'The links are on their way.');
  if (!hasContact(pass) || pass.ended !== null) return null;
  const wasSent = pass.holders.some(({ deliveries }) => deliveries.length > 0) || action.isSuccess;
  return (
    <Stack gap="sm">
      <Button
        size="compact-md"
        style={{ alignSelf: 'start' }}
        loading={action.isPending}
        onClick={() => action.mutate(pass)}
      >
        {wasSent ? 'Send again' : 'Send link'}
      </Button>
      {action.error && <FaultAlert fault={action.error} />}
    </Stack>
  );
}
