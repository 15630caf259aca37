import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Unsaved } from '../parts/unsaved.tsx';
import { isOutdated, useApiMutation } from '../parts/use-api-mutation.ts';
import type { User } from '../residents/describe-user.ts';
import { saveUser } from '../residents/save-user.ts';
import { BuildingFields, buildingsIn } from './building-fields.tsx';

const hasSameReach = (one: User, other: User): boolean =>
  String(one.propertyIds?.toSorted()) === String(other.propertyIds?.toSorted());

/**
 * Changes the buildings that a member of staff reaches. A newer row replaces the shown one, but not the choice of this
 * person. This also holds for a choice made while a save runs. If the row has other buildings meanwhile, the API
 * refuses the save once.
 */
export function EditBuildings({ user }: { user: User }): ReactNode {
  const [choices, setChoices] = useState(0);
  const [savedChoices, setSavedChoices] = useState(0);
  const [shown, setShown] = useState(user);
  const [known, setKnown] = useState(user);
  const isTyped = choices > savedChoices;
  if (!isTyped && user.version > shown.version) {
    setShown(user);
    setKnown(user);
  }
  const action = useApiMutation(
    ({ propertyIds, version }: { propertyIds: string[] | null; version: number }) =>
      saveUser({ row: user, body: { propertyIds }, ifMatch: `"${version}"` }),
    'Buildings saved.',
  );
  const { version } = isOutdated(action.error) || hasSameReach(user, known) ? user : known;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const propertyIds = buildingsIn(new FormData(event.currentTarget));
    const onSuccess = (saved: User): void => {
      setSavedChoices(choices);
      setKnown(saved);
    };
    action.mutate({ propertyIds, version }, { onSuccess });
  };
  return (
    <form onSubmit={submit} onInput={() => setChoices((before) => before + 1)}>
      <Unsaved isTyped={isTyped} />
      <Stack mt="md">
        <BuildingFields key={shown.version} chosen={shown.propertyIds} />
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
