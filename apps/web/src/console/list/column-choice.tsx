import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { hiddenAsText, hiddenIn } from './hidden-columns.ts';
import { useSearchState } from './use-search-state.ts';

/** Chooses the columns of a list. The address keeps the hidden ones. */
export function ColumnChoice({ titles }: { titles: readonly string[] }): ReactNode {
  const { search, change } = useSearchState();
  const hidden = hiddenIn(search['hide']);
  const shown = titles.filter((title) => !hidden.includes(title));
  const choose = (chosen: readonly string[]): void =>
    change({ hide: hiddenAsText(titles.filter((title) => !chosen.includes(title))) });
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="sm">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Checkbox.Group value={shown} onChange={choose}>
          <Stack gap="xs">
            {titles.map((title) => (
              <Checkbox key={title} value={title} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
