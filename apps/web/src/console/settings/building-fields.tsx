import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useProperties } from '../list/use-properties.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';

/** Returns the buildings that a form names; null for all of the company. */
export const buildingsIn = (form: FormData): string[] | null =>
  form.get('reach') === 'some' ? form.getAll('propertyIds').filter((id) => typeof id === 'string') : null;

interface ChoicesProps {
  chosen: readonly string[];
}

/** Keeps buildings in the form that it does not show. */
const Hidden = ({ chosen }: ChoicesProps): ReactNode =>
  chosen.map((id) => <input key={id} type="hidden" name="propertyIds" value={id} />);

function Choices({ chosen }: ChoicesProps): ReactNode {
  const { data, error, failureReason, refetch } = useProperties();
  if (!data) {
    const fault = error ?? failureReason;
    return (
      <>
        {fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading count={3} />}
        <Hidden chosen={chosen} />
      </>
    );
  }
  const { properties, total } = data;
  const isWhole = total <= properties.length;
  const listed = new Set(properties.map(({ id }) => id));
  return (
    <>
      <Stack gap={6} pl="md" mah={260} style={{ overflowY: 'auto' }}>
        {properties.map(({ id, name }) => (
          <Checkbox
            key={id}
            name="propertyIds"
            value={id}
            label={name}
            defaultChecked={chosen.includes(id)}
          />
        ))}
      </Stack>
      {!isWhole && (
        <>
          <Hidden chosen={chosen.filter((id) => !listed.has(id))} />
          <Text size="sm">
            Only the first {properties.length} buildings are shown. Use the API to choose others.
          </Text>
        </>
      )}
    </>
  );
}

interface BuildingFieldsProps {
  /** The chosen buildings; null for all. */
  chosen: readonly string[] | null;
}

/** The fields for the buildings that a member of staff reaches: all, or some. */
export function BuildingFields({ chosen }: BuildingFieldsProps): ReactNode {
  const [reach, setReach] = useState(chosen === null ? 'all' : 'some');
  return (
    <Stack gap="xs">
      <Radio.Group name="reach" label="Buildings" value={reach} onChange={setReach}>
        <Stack gap={6} mt={4}>
          <Radio value="all" label="All buildings, also new ones" />
          <Radio value="some" label="Only some buildings" />
        </Stack>
      </Radio.Group>
      {reach === 'some' && <Choices chosen={chosen ?? []} />}
    </Stack>
  );
}
