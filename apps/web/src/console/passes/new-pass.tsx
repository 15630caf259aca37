import { Button, Checkbox, Code, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows, once } from '../api.ts';
import { useProperties } from '../list/use-properties.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { filled, textOf } from '../parts/form-text.ts';
import { useAct } from '../parts/use-act.ts';
import { holdersOf, kindWords, type Pass } from './describe-pass.ts';

const hourMs = 3_600_000;

/** The fields of the form as the API takes them; a pass begins at once. */
function bodyOf(form: FormData) {
  const name = textOf(form, 'name');
  const now = Date.now();
  const maxUses = textOf(form, 'maxUses');
  return {
    propertyId: textOf(form, 'propertyId'),
    kind: textOf(form, 'kind') as Pass['kind'],
    accessPointIds: form.getAll('doors').filter((id) => typeof id === 'string'),
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + Number(textOf(form, 'hours')) * hourMs).toISOString(),
    ...filled(form, 'timeFrom'),
    ...filled(form, 'timeTo'),
    ...(maxUses !== '' && { maxUses: Number(maxUses) }),
    ...(name !== '' && { holders: [{ name }] }),
  };
}

const create = (form: FormData) =>
  read(api.POST('/api/admin/passes', { params: once(), body: bodyOf(form) }));

/** The doors of a building to choose from; those of flats are their residents' business. */
function DoorFields({ propertyId }: { propertyId: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['access-points', 'of', propertyId],
    queryFn: () =>
      read(
        api.GET('/api/admin/access-points', { params: { query: { propertyId, limit: 200, sort: 'name' } } }),
      ),
    enabled: propertyId !== '',
    select: ({ accessPoints }) => liveRows(accessPoints).filter(({ unitId }) => unitId === null),
  });
  if (!data) return null;
  if (data.length === 0) return <Text size="sm">This building has no door that a pass could open.</Text>;
  return (
    <Checkbox.Group label="Doors" defaultValue={data.map(({ id }) => id)} key={propertyId}>
      <Stack gap={4} mt={4}>
        {data.map(({ id, name }) => (
          <Checkbox key={id} name="doors" value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** The link and the PIN of a new pass, which are shown this once. */
function Ready({ pass }: { pass: Pass }): ReactNode {
  return (
    <Stack gap="sm">
      <Text>Hand this over. It is shown this once.</Text>
      {pass.holders.map(({ id, name, url, pin }) => (
        <Stack key={id} gap={4}>
          <Text fw={600}>{name ?? kindWords[pass.kind]}</Text>
          {pin !== null && <Text>PIN {pin}</Text>}
          {url !== null && (
            <>
              <Code block tabIndex={0} aria-label="Link">
                {url}
              </Code>
              <Copy value={url} what="link" />
            </>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

const lengths = [
  { value: '4', label: '4 hours' },
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '720', label: '30 days' },
];

function PassForm(): ReactNode {
  const { data: properties = [] } = useProperties();
  const [chosen, setChosen] = useState<string | null>(null);
  const propertyId = chosen ?? properties[0]?.id ?? '';
  const creation = useAct(create);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    creation.mutate(new FormData(event.currentTarget));
  };
  if (creation.data) return <Ready pass={creation.data.pass} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          name="kind"
          label="Kind"
          defaultValue="VENDOR"
          data={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
        />
        <TextInput name="name" label="Name" placeholder="Northside Plumbing" data-autofocus />
        <NativeSelect
          name="propertyId"
          label="Building"
          value={propertyId}
          data={properties.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <DoorFields propertyId={propertyId} />
        <NativeSelect name="hours" label="From now, for" defaultValue="24" data={lengths} />
        <Group grow>
          <TextInput name="timeFrom" label="Each day from" type="time" />
          <TextInput name="timeTo" label="to" type="time" />
        </Group>
        <TextInput name="maxUses" label="At most this many times" type="number" min={1} />
        {creation.error && <FaultAlert fault={creation.error} />}
        <Group justify="end">
          <Button type="submit" loading={creation.isPending}>
            Create pass
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Creates a pass, and shows its link and PIN. */
export function NewPass(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>New pass</Button>
      <Modal opened={isOpen} onClose={close} title="New pass" closeOnClickOutside={false}>
        <PassForm />
      </Modal>
    </>
  );
}

/** Ends a pass before its time. */
export function EndPass({ pass }: { pass: Pass }): ReactNode {
  const name = holdersOf(pass);
  const { id } = pass;
  return (
    <Confirm
      label="End"
      name={`End the pass of ${name}`}
      title={`End the pass of ${name}`}
      act={() => read(api.DELETE('/api/admin/passes/{id}', { params: { path: { id } } }))}
      said="The pass opens nothing more."
    >
      It opens no door from now on.
    </Confirm>
  );
}
