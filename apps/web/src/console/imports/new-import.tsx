import { Button, Checkbox, Group, NativeSelect, Paper, SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingSelect } from '../buildings/building-select.tsx';
import { useProperties } from '../list/use-properties.ts';
import { Download } from '../parts/download.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useMay } from '../session.tsx';
import { DropFile } from './drop-file.tsx';
import { planImport, type PlanRequest } from './import-queries.ts';

const loadTemplate = (): Promise<Blob> =>
  read(api.GET('/api/admin/imports/residents/template.csv', { parseAs: 'blob' }));

/** Returns the filled fields of the form. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

const existing = [
  { value: 'UPDATE', label: 'Update from the file' },
  { value: 'SKIP', label: 'Keep unchanged' },
];

const invites = [
  { value: 'NONE', label: 'None' },
  { value: 'CREATE', label: 'Create without sending' },
  { value: 'DISPATCH', label: 'Create and send' },
];

const missing = [
  { value: 'KEEP', label: 'Keep' },
  { value: 'PROPOSE_MOVE_OUT', label: 'Propose move-out' },
];

function Options({ problem }: { problem: string | undefined }): ReactNode {
  const may = useMay();
  const [propertyId, choose] = useState('');
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <BuildingSelect
          name="propertyId"
          label="Building"
          none="From a column of the file"
          value={propertyId}
          onChange={choose}
          error={problem}
        />
        <NativeSelect name="onExisting" label="Existing residents" data={existing} />
        {may('onboarding:write') && (
          <NativeSelect name="invite" label="Invites for new residents" data={invites} />
        )}
        {may('users:write') && (
          <NativeSelect name="onMissing" label="Residents missing from the file" data={missing} />
        )}
      </SimpleGrid>
      {may('units:write') && (
        <Checkbox name="createUnits" value="true" defaultChecked label="Create missing units" />
      )}
    </>
  );
}

/** The maximum number of buildings that are offered as buttons. */
const mostOffered = 4;

/** Offers the buildings for a file that names none. */
function OfferedBuildings({ use }: { use: (propertyId: string) => void }): ReactNode {
  const { data } = useProperties();
  if (!data || data.total > mostOffered) return null;
  return (
    <Group gap="xs">
      {data.properties.map(({ id, name }) => (
        <Button key={id} variant="default" onClick={() => use(id)}>
          Use {name}
        </Button>
      ))}
    </Group>
  );
}

/** Takes a file and plans its import. Nothing is written before the commit. */
export function NewImport(): ReactNode {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const plan = useApiMutation(planImport);
  const send = (request: PlanRequest): void =>
    plan.mutate(request, {
      onSuccess: ({ id }) => void navigate({ to: '/imports/$id', params: { id }, search: {} }),
    });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (file !== null) send({ file, fields: fieldsOf(event.currentTarget) });
  };
  const { error, variables: sent } = plan;
  const problem = error instanceof ApiProblem ? error.fields['propertyId'] : undefined;
  return (
    <Paper withBorder p="md" mb="md">
      <form onSubmit={submit}>
        <Stack>
          <DropFile
            label={file?.name ?? 'Drop a file of residents here, or choose one'}
            note="CSV or Excel, up to 20 MB. The first row names the columns."
            accept=".csv,.xlsx,text/csv"
            choose={setFile}
          />
          <Options problem={problem} />
          {error && <FaultAlert fault={error} shown={['propertyId']} />}
          {problem !== undefined && sent && (
            <OfferedBuildings
              use={(propertyId) => send({ ...sent, fields: { ...sent.fields, propertyId } })}
            />
          )}
          <Group justify="space-between">
            <Download label="Template" name="residents.csv" load={loadTemplate} />
            <Button type="submit" disabled={file === null} loading={plan.isPending}>
              Check the file
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
