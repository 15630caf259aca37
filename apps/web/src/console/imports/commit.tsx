import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { summarize } from './describe-import.ts';
import type { Import } from './import-queries.ts';

interface CommitRequest {
  plan: Import;
  confirmMoveOuts: boolean;
}

function commit({ plan, confirmMoveOuts }: CommitRequest, { header }: SendOptions) {
  const { id, planHash, totals } = plan;
  const mode = totals.error > 0 ? ('VALID_ROWS' as const) : ('ALL_OR_NOTHING' as const);
  const body = { mode, confirmMoveOuts, ...(planHash !== null && { planHash }) };
  const options = { params: { path: { id }, header }, body };
  return read(api.POST('/api/admin/imports/residents/{id}/commit', options));
}

const cancel = ({ id }: Import, { header }: SendOptions) =>
  read(api.POST('/api/admin/imports/{id}/cancel', { params: { path: { id }, header } }));

interface CommitProps {
  plan: Import;
  /** Whether the person has typed corrections that are not in the plan yet. */
  isEdited: boolean;
}

/** Executes the plan or discards it. */
export function Commit({ plan, isEdited }: CommitProps): ReactNode {
  const { moveOut, error } = plan.totals;
  const [isMoveOutSure, setIsMoveOutSure] = useState(false);
  const action = useApiMutation(commit);
  const discard = useApiMutation(cancel, 'Plan discarded. Nothing was changed.');
  const { isSure, field } = useTypedEnvironment();
  const fault = action.error ?? discard.error;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text>{summarize(plan)}</Text>
        {moveOut > 0 && (
          <Checkbox
            label={`Yes, ${moveOut} ${moveOut === 1 ? 'resident moves' : 'residents move'} out`}
            checked={isMoveOutSure}
            onChange={(event) => setIsMoveOutSure(event.currentTarget.checked)}
          />
        )}
        {isEdited && (
          <Text size="sm" c="var(--soft)">
            Your corrections are not in this plan yet. Check them first.
          </Text>
        )}
        {field}
        {fault && <FaultAlert fault={fault} />}
        <Group justify="end">
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate(plan)}>
            Discard
          </Button>
          <Button
            disabled={isEdited || !isSure || (moveOut > 0 && !isMoveOutSure)}
            loading={action.isPending}
            onClick={() => action.mutate({ plan, confirmMoveOuts: isMoveOutSure })}
          >
            {error > 0 ? 'Import the rows without errors' : 'Import'}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
