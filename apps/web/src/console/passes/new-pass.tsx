import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem, read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { BuildingSelect, useBuildingChoice } from '../buildings/building-select.tsx';
import { choicesOf } from '../parts/choices.ts';
import { CreateDialog, type FieldProblems } from '../parts/create-dialog.tsx';
import { kindWords } from './describe-pass.ts';
import { DoorFields } from './door-fields.tsx';
import { HolderFields } from './holder-fields.tsx';
import { atRows, bodyOf, findMissing } from './pass-body.ts';
import { ReadyPass } from './ready-pass.tsx';
import { TimeFields } from './time-fields.tsx';

const create = (form: FormData, { header, at }: SendOptions) =>
  read(api.POST('/api/admin/passes', { params: { header }, body: bodyOf(form, at) })).catch(
    (fault: unknown) => {
      throw fault instanceof ApiProblem ? atRows(fault, form) : fault;
    },
  );

function PassFields({ problems }: { problems: FieldProblems }): ReactNode {
  const { propertyId, choose } = useBuildingChoice();
  return (
    <>
      <NativeSelect name="kind" label="Kind" defaultValue="VENDOR" data={choicesOf(kindWords)} />
      <HolderFields problems={problems} />
      <BuildingSelect name="propertyId" label="Building" required value={propertyId} onChange={choose} />
      <DoorFields propertyId={propertyId} />
      <TimeFields propertyId={propertyId} problems={problems} />
      <TextInput name="maxUses" label="Maximum uses" type="number" min={1} error={problems['maxUses']} />
    </>
  );
}

const shown = ['holders', 'startsAt', 'endsAt', 'weekdays', 'timeFrom', 'timeTo', 'maxUses'];

/** Creates a pass, and shows its links and PINs. */
export function NewPass(): ReactNode {
  return (
    <CreateDialog
      label="New pass"
      title="New pass"
      verb="Create pass"
      create={create}
      shown={shown}
      findMissing={findMissing}
      fields={(problems) => <PassFields problems={problems} />}
      result={({ pass }) => <ReadyPass pass={pass} />}
    />
  );
}
