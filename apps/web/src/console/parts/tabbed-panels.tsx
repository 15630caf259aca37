import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface TabbedPanelsProps {
  /** What each tab shows, by its name. The first one is open at the beginning. */
  panels: Readonly<Record<string, ReactNode>>;
}

/** The value of a tab, which is part of an id and so has no space. */
const valueOf = (tab: string): string => tab.replaceAll(' ', '-');

/**
 * Panels of which one is shown. A panel is made when its tab is first chosen, and stays from then on: what was typed in it
 * is there when the person comes back.
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
