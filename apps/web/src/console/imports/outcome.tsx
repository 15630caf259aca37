import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { InviteImported } from '../invites/invite-all.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { countOf } from '../parts/count-of.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useMay } from '../session.tsx';
import { canUndo, nameOfImport } from './describe-import.ts';
import type { Import } from './import-queries.ts';

const revert = ({ id }: Import, { header }: SendOptions) =>
  read(api.POST('/api/admin/imports/{id}/revert', { params: { path: { id }, header } }));

const stop = ({ id }: Import, { header }: SendOptions) =>
  read(api.POST('/api/admin/imports/{id}/cancel', { params: { path: { id }, header } }));

const words = {
  VALIDATING: 'The file is being checked.',
  COMMITTING: 'The import is running. You may leave this page.',
  REVERTING: 'The import is being undone.',
} as const;

interface ImportProgressProps {
  plan: Import;
  status: keyof typeof words;
}

/** The progress of a running import. */
export function ImportProgress({ plan, status }: ImportProgressProps): ReactNode {
  const may = useMay();
  const halt = useApiMutation(stop, 'The import stops after the current rows.');
  const { rows = 0, done = 0 } = plan.progress ?? {};
  const percent = rows === 0 ? 0 : Math.round((100 * done) / rows);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text role="status">
          {words[status]} {rows > 0 && `${done.toLocaleString('en')} of ${rows.toLocaleString('en')} rows.`}
        </Text>
        <Progress value={percent} aria-label="Progress" size="lg" />
        {halt.error && <FaultAlert fault={halt.error} />}
        {status === 'COMMITTING' && may('imports:write') && (
          <Group justify="end">
            <Button variant="default" loading={halt.isPending} onClick={() => halt.mutate(plan)}>
              Stop
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function count(done: number, stale: number, invited: number): string {
  const parts = [
    `${countOf(done, 'row')} done`,
    stale > 0 && `${stale} skipped because they changed in the meantime`,
    invited > 0 && `${invited} invited`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns the result of an import in one sentence. */
function resultOf({ status, progress, totals }: Import): string {
  const { done = 0, stale = 0, invited = 0, kept = 0 } = progress ?? {};
  if (status !== 'REVERTED') return `${count(done, stale, invited)}.`;
  const rest = kept > 0 ? `, ${kept} kept because they changed afterwards` : '';
  return `Undone: ${countOf(totals.reverted, 'row')}${rest}.`;
}

/** The result of an import, with buttons to invite its residents and to undo it. */
export function Outcome({ plan }: { plan: Import }): ReactNode {
  const may = useMay();
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {plan.failure !== null && (
          <Alert color="red" variant="outline" title="The import has stopped">
            {plan.failure}
          </Alert>
        )}
        <Text role="status">{resultOf(plan)}</Text>
        <Group>
          <Link to="/residents" search={plan.propertyId === null ? {} : { propertyId: plan.propertyId }}>
            View residents
          </Link>
          <InviteImported plan={plan} />
          {canUndo(plan) && may('imports:write') && (
            <Confirm
              label="Undo this import"
              title={`Undo ${nameOfImport(plan)}`}
              act={(sending) => revert(plan, sending)}
              said="The import is being undone."
            >
              Removes the residents that the import added, and restores those that it moved out. Rows changed
              since then are kept. An import can be undone for 24 hours.
            </Confirm>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
