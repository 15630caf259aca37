import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { useProperty } from '../list/use-properties.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import type { Change } from '../parts/use-edit.ts';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import type { Holder, Pass } from './describe-pass.ts';
import { editFields } from './edit-fields.tsx';
import { NewPins } from './new-pins.tsx';
import { changeBody, withNewPins } from './pass-changes.ts';

async function save({ row, body, ifMatch }: Change<Pass>): Promise<Pass> {
  const params = { path: { id: row.id }, header: { 'If-Match': ifMatch } };
  const change = { params, body: changeBody(row.holders, body) };
  return (await read(api.PATCH('/api/admin/passes/{id}', change))).pass;
}

interface EditPassProps {
  pass: Pass;
  load: (id: string) => Promise<Pass>;
}

/** Extends a pass, or corrects its times, doors and holders. Shows the PINs that had to change. */
export function EditPass({ pass, load }: EditPassProps): ReactNode {
  const { data: building, error } = useProperty(pass.propertyId);
  const [shown, setShown] = useState<readonly Holder[]>([]);
  const [isSaving, setSaving] = useState(false);
  useLeaveGuard(isSaving || shown.length > 0, 'New PINs are shown only once. Note them, then press Done.');
  if (!building) return error ? <FaultAlert fault={error} /> : <Loading count={1} />;
  const saveAndShow = async (change: Change<Pass>): Promise<Pass> => {
    setSaving(true);
    try {
      const saved = await save(change);
      setShown((before) => withNewPins(before, saved));
      return saved;
    } finally {
      setSaving(false);
    }
  };
  const fields = editFields(pass, building.timeZone);
  return (
    <Stack mt="md">
      <NewPins holders={shown} close={() => setShown([])} />
      <EditForm row={pass} fields={fields} load={load} save={saveAndShow} said="Pass saved." />
    </Stack>
  );
}
