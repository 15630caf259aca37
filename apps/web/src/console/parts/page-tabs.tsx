import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchState } from '../list/use-search-state.ts';

/** A tab of a page. */
export interface PageTab {
  /** Its value in the address. */
  name: string;
  label: string;
  show: () => ReactNode;
}

/** The tabs of a page, the open one in the address. Only the open tab is mounted and sends requests. */
export function PageTabs({ tabs }: { tabs: readonly PageTab[] }): ReactNode {
  const { search, change } = useSearchState();
  const [first] = tabs;
  const open = tabs.find(({ name }) => name === search['tab']) ?? first;
  if (!first || !open) return null;
  const choose = (name: string | null): void =>
    change({
      tab: name === null || name === first.name ? undefined : name,
      page: undefined,
      sort: undefined,
    });
  return (
    <Tabs value={open.name} onChange={choose} keepMounted={false}>
      <Tabs.List>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open.name} pt="md">
        {open.show()}
      </Tabs.Panel>
    </Tabs>
  );
}
