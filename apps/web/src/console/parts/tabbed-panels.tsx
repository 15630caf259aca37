import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface TabbedPanelsProps {
  /** Contents of the tabs by name. The first tab is open initially. */
  panels: Readonly<Record<string, ReactNode>>;
}

/** Returns the value of a tab, without spaces because it becomes part of an id. */
const valueOf = (tab: string): string => tab.replaceAll(' ', '-');

/**
 * Tabs with their panels. A panel mounts when its tab is first chosen, and stays mounted so that typed values
 * remain.
 */
export function TabbedPanels({ panels }: TabbedPanelsProps): ReactNode {
  const tabs = Object.keys(panels);
  const [shown, show] = useState(valueOf(tabs[0] ?? ''));
  const [visited, visit] = useState<ReadonlySet<string>>(new Set([shown]));
  const choose = (value: string | null): void => {
    if (value === null) return;
    show(value);
    visit(new Set([...visited, value]));
  };
  return (
    <Tabs value={shown} onChange={choose} keepMounted={false} keepMountedMode="display-none">
      <Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={valueOf(tab)}>
            {tab}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(panels).map(([tab, panel]) => (
        <Tabs.Panel key={tab} value={valueOf(tab)} keepMounted={visited.has(valueOf(tab))}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
