import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useBuildingChoice } from '../buildings/building-select.tsx';
import type { Unit } from '../buildings/stack-floors.ts';
import { useMay } from '../session.tsx';
import { matchHomes, readHome, splitHome, type HomeMatches, type TypedHome } from './find-home.ts';

/** The home that a form begins with. */
export interface PresetHome {
  propertyId?: string;
  unitLabel?: string;
}

const pauseMs = 200;

const noMatches: HomeMatches = { propertyId: '', unitLabel: '', units: [], unit: null };

/** Finds the units of a typed home, once typing pauses. */
function useMatches(text: string, propertyId: string, isOpened: boolean) {
  const may = useMay();
  const cache = useQueryClient();
  const [settled] = useDebouncedValue(text.trim(), pauseMs);
  const { data, error } = useQuery({
    queryKey: ['homes', settled, propertyId],
    queryFn: () => matchHomes(cache, { text: settled, propertyId }),
    enabled: may('units:read') && isOpened && (settled !== '' || propertyId !== ''),
    staleTime: 5000,
    retry: false,
  });
  const isCurrent = settled === text.trim();
  return { matches: isCurrent ? data : undefined, error: isCurrent ? error : null };
}

type KnownBuildings = ReturnType<typeof useBuildingChoice>['known'];

/** Reads the building behind a comma, and ensures that it is among the choices; null without one. */
async function readWritten(cache: QueryClient, typed: TypedHome, known: KnownBuildings) {
  if (splitHome(typed.text) === null) return null;
  const home = await readHome(cache, typed).catch(() => null);
  // A building that was added since the list was read is not among the choices yet.
  if (home && known?.every(({ id }) => id !== home.propertyId) === true)
    await cache.invalidateQueries({ queryKey: ['properties', 'all'] });
  return home;
}

/** Holds the state of the fields for building and unit. */
export function useHome(preset: PresetHome) {
  const cache = useQueryClient();
  const { propertyId, choose, known } = useBuildingChoice(preset.propertyId);
  const [text, setText] = useState(preset.unitLabel ?? '');
  const [isNew, setNew] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const typed = useRef(text);
  const { matches = noMatches, error } = useMatches(text, propertyId, isOpened);
  const change = (next: string): void => {
    typed.current = next;
    setText(next);
    setNew(false);
    setOpened(true);
  };
  const chooseBuilding = (id: string): void => {
    choose(id);
    setNew(false);
    setOpened(true);
  };
  const pick = (unit: Unit): void => {
    chooseBuilding(unit.propertyId);
    change(unit.label);
  };
  /** Sets the building once the field is left. A form that is sent earlier resolves it by itself. */
  const leave = async (): Promise<void> => {
    const home = await readWritten(cache, { text, propertyId }, known);
    if (home === null || typed.current !== text) return;
    chooseBuilding(home.propertyId);
    change(home.unitLabel);
  };
  const isUnknown = matches.propertyId !== '' && matches.unitLabel !== '' && matches.unit === null;
  return {
    text,
    propertyId,
    matches,
    /** The message about a typed building. */
    lack: (error instanceof ApiProblem && error.fields['unitLabel']) || null,
    /** Whether the chosen building has no such unit. */
    isUnknown,
    isNew,
    setNew,
    change,
    chooseBuilding,
    pick,
    leave,
    open: () => setOpened(true),
  };
}

/** The state of the fields for building and unit. */
export type Home = ReturnType<typeof useHome>;
