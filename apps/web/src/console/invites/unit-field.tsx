import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BuildingName } from '../buildings/building-name.tsx';
import type { Unit } from '../buildings/stack-floors.ts';
import { UnitNote } from './unit-note.tsx';

/** Most units in the list. */
const shownUnits = 6;

interface UnitListProps {
  units: readonly Unit[];
  /** Whether the units are of several buildings. */
  hasBuildings: boolean;
}

/** The units that fit, each with its floor and residents. */
function UnitList({ units, hasBuildings }: UnitListProps): ReactNode {
  return (
    <Combobox.Dropdown>
      <Combobox.Options aria-label="Homes">
        {units.map((unit) => (
          <Combobox.Option key={unit.id} value={unit.id}>
            <Text size="sm">
              {unit.label}
              {hasBuildings && ', '}
              {hasBuildings && <BuildingName id={unit.propertyId} />}
            </Text>
            <Text size="xs" c="var(--soft)">
              <UnitNote unit={unit} />
            </Text>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

interface UnitFieldProps extends UnitListProps {
  value: string;
  description: ReactNode;
  error: string | null | undefined;
  onType: (text: string) => void;
  onPick: (unit: Unit) => void;
  onOpen: () => void;
  onLeave: () => void;
}

/** A text field for a unit, with a list of the units that fit. The list never changes the text by itself. */
export function UnitField(props: UnitFieldProps): ReactNode {
  const { value, description, error, units, hasBuildings, onType, onPick, onOpen, onLeave } = props;
  const shown = units.slice(0, shownUnits);
  const [isOpen, setOpen] = useState(false);
  // A list without units is closed: Escape then belongs to the dialog.
  const list = useCombobox({
    opened: isOpen && shown.length > 0,
    onOpenedChange: setOpen,
    onDropdownOpen: onOpen,
    onDropdownClose: () => list.resetSelectedOption(),
  });
  const show = (isShown: boolean): void => {
    list.resetSelectedOption();
    setOpen(isShown);
    if (isShown) onOpen();
  };
  const pick = (id: string): void => {
    const unit = shown.find((each) => each.id === id);
    if (unit) onPick(unit);
    show(false);
  };
  return (
    <Combobox store={list} onOptionSubmit={pick} withinPortal={false}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          name="unitLabel"
          label="Unit"
          placeholder="Apt 4B"
          description={description}
          required
          autoComplete="off"
          data-autofocus
          // The module may arrive after the dialog has opened.
          autoFocus
          value={value}
          error={error}
          onClick={() => show(true)}
          onChange={(event) => {
            onType(event.currentTarget.value);
            show(true);
          }}
          onBlur={() => {
            show(false);
            onLeave();
          }}
        />
      </Combobox.Target>
      <UnitList units={shown} hasBuildings={hasBuildings} />
    </Combobox>
  );
}
