import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { keyOf } from '../invites/unit-labels.ts';
import { countOf } from '../parts/count-of.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Unsaved } from '../parts/unsaved.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useNewDialog } from '../parts/use-new-dialog.ts';
import { createUnits, type UnitsOutcome } from './create-units.ts';
import { mostLabels, readLabels, type LabelFault } from './read-labels.ts';
import { useUnits } from './use-building.ts';

interface AddUnitsProps {
  propertyId: string;
}

/** Most lines of one kind that are listed. */
const shown = 8;

/** A part of the preview: the number of its units, and the first of them. */
function Kind({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  const more = lines.length - shown;
  return (
    <div>
      <Text size="sm" fw={600}>
        {lines.length.toLocaleString('en')} {title}
      </Text>
      <List size="sm" c="var(--soft)">
        {lines.slice(0, shown).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">and {more.toLocaleString('en')} more</Text>}
    </div>
  );
}

/** The labels of a text by their state in the building. */
interface Preview {
  fresh: string[];
  existing: string[];
  faults: LabelFault[];
}

function usePreview(propertyId: string, text: string): Preview {
  const { data: known } = useUnits(propertyId);
  const { labels, faults } = readLabels(useDeferredValue(text));
  const taken = new Set(known?.units.flatMap(({ label, labelKey }) => [label, labelKey]));
  const isTaken = (label: string): boolean => taken.has(label) || taken.has(keyOf(label));
  return { fresh: labels.filter((label) => !isTaken(label)), existing: labels.filter(isTaken), faults };
}

function PreviewLists({ fresh, existing, faults }: Preview): ReactNode {
  return (
    <div role="status">
      <Kind title="new" lines={fresh} />
      <Kind title="in the building already" lines={existing} />
      <Kind title="not readable" lines={faults.map(({ line, reason }) => `${line}: ${reason}`)} />
      {fresh.length > mostLabels && <Text>At most {mostLabels.toLocaleString('en')} units at once.</Text>}
    </div>
  );
}

/** Returns a function that ensures a unit. A label keeps its idempotency key when it is sent again. */
function useEnsure(propertyId: string) {
  const keys = useRef(new Map<string, string>());
  return async (label: string): Promise<boolean> => {
    const key = keys.current.get(label) ?? crypto.randomUUID();
    keys.current.set(label, key);
    const params = { header: { 'Idempotency-Key': key } };
    const call = api.POST('/api/admin/units', { params, body: { propertyId, label } });
    await read(call);
    return (await call).response.status === 201;
  };
}

function describeOutcome({ created, existing, failed }: UnitsOutcome): string {
  const parts = [
    `${countOf(created, 'unit')} created`,
    existing > 0 && `${existing.toLocaleString('en')} existed already`,
    failed.length > 0 && `${failed.length.toLocaleString('en')} failed`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

interface LabelsFieldProps {
  value: string;
  /** Whether units are being created: the outcome replaces the text. */
  isFixed: boolean;
  onChange: (text: string) => void;
}

const LabelsField = ({ value, isFixed, onChange }: LabelsFieldProps): ReactNode => (
  <Textarea
    label="Labels"
    description="One unit a line, or a range. 1A–4F has 24 units: the letters A to F on the floors 1 to 4."
    placeholder={'1A–4F\nPenthouse'}
    rows={6}
    required
    data-autofocus
    value={value}
    readOnly={isFixed}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** Creates the units of a list, with the number of finished ones while it runs. */
function useCreation(propertyId: string) {
  const [finished, setFinished] = useState(0);
  const ensure = useEnsure(propertyId);
  const creation = useApiMutation(
    (labels: readonly string[]) => createUnits(labels, ensure, setFinished),
    (outcome) => [describeOutcome(outcome), outcome.failed.length > 0 ? 'mixed' : 'good'],
  );
  return { ...creation, finished };
}

function UnitsForm({ propertyId, close }: AddUnitsProps & { close: () => void }): ReactNode {
  const [text, setText] = useState('');
  const preview = usePreview(propertyId, text);
  const { mutate, isPending, data, error, finished } = useCreation(propertyId);
  const { fresh } = preview;
  const failed = data?.failed ?? [];
  const finish = (outcome: UnitsOutcome): void => {
    setText(outcome.failed.map(({ label }) => label).join('\n'));
    if (outcome.failed.length === 0) close();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(fresh, { onSuccess: finish });
  };
  return (
    <form onSubmit={submit}>
      <Unsaved isTyped={text.trim() !== '' && !isPending} />
      <Stack gap="sm">
        <LabelsField value={text} isFixed={isPending} onChange={setText} />
        <PreviewLists {...preview} />
        <div role="alert">
          <Kind title="failed" lines={failed.map(({ label, reason }) => `${label}: ${reason}`)} />
        </div>
        {error && <FaultAlert fault={error} />}
        <Group justify="space-between">
          <Text size="sm">
            {isPending ? (
              `${finished.toLocaleString('en')} of ${countOf(fresh.length, 'unit')} done`
            ) : (
              <Link to="/imports">Import a list with residents</Link>
            )}
          </Text>
          <Button
            type="submit"
            loading={isPending}
            disabled={fresh.length === 0 || fresh.length > mostLabels}
          >
            {failed.length > 0 ? 'Try again' : `Create ${countOf(fresh.length, 'unit')}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Adds several units to a building: typed, pasted, or as a range. The building's existing units stay as they are. */
export function AddUnits({ propertyId }: AddUnitsProps): ReactNode {
  const { isOpen, open, close } = useNewDialog('units');
  return (
    <>
      <Button variant="default" onClick={open}>
        Add several
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Add units" size="lg">
        <UnitsForm propertyId={propertyId} close={close} />
      </Dialog>
    </>
  );
}
