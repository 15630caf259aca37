import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { BuildingSelect, useBuildingChoice } from '../buildings/building-select.tsx';
import { useUnits } from '../buildings/use-building.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { CreateDialog } from '../parts/create-dialog.tsx';
import { choicesOf } from '../parts/choices.ts';
import { filled, textOf } from '../parts/form-text.ts';
import { adapterWords, kindWords, type Door } from './describe-door.ts';

/** Builds the request body from the form. */
const bodyOf = (form: FormData) => ({
  propertyId: textOf(form, 'propertyId'),
  name: textOf(form, 'name'),
  kind: textOf(form, 'kind') as Door['kind'],
  controller: {
    adapter: textOf(form, 'adapter') === 'http' ? ('http' as const) : ('nats' as const),
    ref: textOf(form, 'ref'),
  },
  openSeconds: Number(textOf(form, 'openSeconds')),
  ...filled(form, 'unitId'),
});

const create = (form: FormData, { header }: SendOptions) =>
  read(api.POST('/api/admin/access-points', { params: { header }, body: bodyOf(form) }));

interface NewDoorProps {
  /** The building of the door, unless another one is chosen. */
  propertyId?: string;
}

interface FieldsProps extends NewDoorProps {
  problems: Readonly<Record<string, string>>;
}

/** The building and kind of the door, and the unit of a unit door. */
function PlaceFields({ problems, propertyId: preset }: FieldsProps): ReactNode {
  const { propertyId, choose } = useBuildingChoice(preset);
  const [kind, setKind] = useState<Door['kind']>('DOOR');
  const { data: known, error } = useUnits(propertyId, kind === 'UNIT' && propertyId !== '');
  return (
    <>
      <BuildingSelect
        name="propertyId"
        label="Building"
        required
        value={propertyId}
        error={problems['propertyId']}
        onChange={choose}
      />
      <NativeSelect
        name="kind"
        label="Kind"
        value={kind}
        data={choicesOf(kindWords)}
        error={problems['kind']}
        onChange={(event) => setKind(event.currentTarget.value as Door['kind'])}
      />
      {kind === 'UNIT' && (
        <NativeSelect
          name="unitId"
          label="Unit"
          data={(known?.units ?? []).map(({ id, label }) => ({ value: id, label }))}
          error={problems['unitId'] ?? error?.message}
        />
      )}
    </>
  );
}

function Fields({ problems, ...place }: FieldsProps): ReactNode {
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        placeholder="Main door"
        required
        data-autofocus
        error={problems['name']}
      />
      <PlaceFields problems={problems} {...place} />
      <Group grow align="start">
        <NativeSelect name="adapter" label="Connection to the controller" data={choicesOf(adapterWords)} />
        <TextInput
          name="ref"
          label="Controller"
          placeholder="main-door-1"
          required
          error={problems['controller.ref']}
        />
      </Group>
      <TextInput
        name="openSeconds"
        label="Open time, in seconds"
        type="number"
        min={1}
        max={300}
        defaultValue="5"
        required
        error={problems['openSeconds']}
      />
    </>
  );
}

/** Adds a door, and opens it in the drawer. */
export function NewDoor(place: NewDoorProps): ReactNode {
  const address = useSearchState();
  return (
    <CreateDialog
      label="New door"
      title="New door"
      verb="Create door"
      create={create}
      onDone={({ accessPoint }) => address.open(accessPoint.id)}
      said={({ accessPoint }) =>
        `${accessPoint.name} created. It comes online with its controller’s first report.`
      }
      shown={['name', 'propertyId', 'kind', 'unitId', 'ref', 'openSeconds']}
      fields={(problems) => <Fields problems={problems} {...place} />}
    />
  );
}
