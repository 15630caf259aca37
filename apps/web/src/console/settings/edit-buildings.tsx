import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Unsaved } from '../parts/unsaved.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import type { User } from '../residents/describe-user.ts';
import { saveUser } from '../residents/save-user.ts';
import { BuildingFields, buildingsIn } from './building-fields.tsx';

/** Changes the buildings that a member of staff reaches. */
export function EditBuildings({ user }: { user: User }): ReactNode {
  const [isTyped, setIsTyped] = useState(false);
  const action = useApiMutation(
    (propertyIds: string[] | null) =>
      saveUser({ row: user, body: { propertyIds }, ifMatch: `"${user.version}"` }),
    'Buildings saved.',
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const propertyIds = buildingsIn(new FormData(event.currentTarget));
    action.mutate(propertyIds, { onSuccess: () => setIsTyped(false) });
  };
  return (
    <form onSubmit={submit} onInput={() => setIsTyped(true)}>
      <Unsaved isTyped={isTyped} />
      <Stack mt="md">
        <BuildingFields chosen={user.propertyIds} />
        {action.error && <FaultAlert fault={action.error} />}
        <Group justify="end">
          <Button type="submit" loading={action.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
