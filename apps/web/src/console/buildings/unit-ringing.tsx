import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { readAll } from '../list/read-all.ts';
import { CheckList } from '../parts/check-list.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { DoorStatus } from '../doors/door-status.tsx';
import { useMay } from '../session.tsx';
import { GiveNumber } from './give-number.tsx';
import type { Unit } from './stack-floors.ts';
import { useBuildingDoors } from './use-building.ts';

/** The checks of whether a visitor's call would ring, each with its fix. */
function Readiness({ unit: { id } }: { unit: Unit }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['units', 'readiness', id],
    queryFn: () => read(api.GET('/api/admin/units/{id}/readiness', { params: { path: { id } } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={2} />;
  const { ready, checks } = data.readiness;
  return (
    <>
      <Text fw={600}>{ready ? 'A visitor’s call rings here.' : 'A visitor’s call would not ring here.'}</Text>
      <CheckList
        checks={checks.map(({ name, ok, message, fix }) => ({
          name,
          ok,
          words: fix === null ? message : `${message} ${fix}`,
        }))}
      />
    </>
  );
}

/** The number of a unit, else that of its building. */
function Numbers({ unit }: { unit: Unit }): ReactNode {
  const may = useMay();
  const { propertyId } = unit;
  const { data, error } = useQuery({
    queryKey: ['virtual-numbers', 'of', propertyId],
    queryFn: () =>
      readAll(async (page) => {
        const query = { propertyId, status: 'ASSIGNED' as const, ...page };
        const { virtualNumbers: rows, total } = await read(
          api.GET('/api/admin/virtual-numbers', { params: { query } }),
        );
        return { rows, total };
      }),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={1} />;
  const own = data.rows.filter(({ unitId }) => unitId === unit.id);
  const shared = data.rows.filter(({ unitId }) => unitId === null);
  const shown = own.length > 0 ? own : shared;
  return (
    <Stack gap={4} align="start">
      {shown.length === 0 && <Text>No numbers that visitors can call.</Text>}
      {shown.map(({ id, number, unitId }) => (
        <Text key={id}>
          <Link to="/numbers" search={{ open: id }}>
            {sayPhone(number)}
          </Link>
          , {unitId === null ? 'of the building: the visitor dials the unit' : 'of this unit alone'}
        </Text>
      ))}
      {own.length === 0 && may('virtual-numbers:write') && <GiveNumber unit={unit} />}
    </Stack>
  );
}

/** The doors of a unit: its own and those of its building. */
function Doors({ unit: { id, propertyId } }: { unit: Unit }): ReactNode {
  const { data, error } = useBuildingDoors(propertyId);
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={1} />;
  const doors = data.filter(({ unitId }) => unitId === null || unitId === id);
  if (doors.length === 0) return <Text>No doors.</Text>;
  return (
    <Stack gap={4}>
      {doors.map((door) => (
        <div key={door.id}>
          <Link to="/doors" search={{ open: door.id }}>
            {door.name}
          </Link>{' '}
          <DoorStatus online={door.online} />
        </div>
      ))}
    </Stack>
  );
}

/** Ringing of a unit: its readiness, numbers and doors. */
export function UnitRinging({ unit }: { unit: Unit }): ReactNode {
  const may = useMay();
  return (
    <Stack mt="md" gap="sm">
      <Readiness unit={unit} />
      {may('virtual-numbers:read') && (
        <>
          <Title order={3} size="h5">
            Number
          </Title>
          <Numbers unit={unit} />
        </>
      )}
      {may('access-points:read') && (
        <>
          <Title order={3} size="h5">
            Doors
          </Title>
          <Doors unit={unit} />
        </>
      )}
    </Stack>
  );
}
