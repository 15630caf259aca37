import { Tabs, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { ActivityFeed } from '../activity/activity-feed.tsx';
import { useProperty } from '../list/use-properties.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useMay } from '../session.tsx';
import { addressOf } from './address-of.ts';
import {
  BuildingCalls,
  BuildingDoors,
  BuildingNumbers,
  BuildingResidents,
  BuildingUnits,
} from './building-lists.tsx';
import { BuildingPicture } from './building-picture.tsx';
import { BuildingSettings } from './building-settings.tsx';

interface BuildingTab {
  label: string;
  /** The scope that its panel needs. */
  scope: string;
  Panel: (props: { id: string }) => ReactNode;
}

/** The activity of a building. */
const BuildingActivity = ({ id }: { id: string }): ReactNode => <ActivityFeed query={{ propertyId: id }} />;

/** The tabs, by their name in the address. */
const tabs: Readonly<Record<string, BuildingTab>> = {
  picture: { label: 'Picture', scope: 'units:read', Panel: BuildingPicture },
  units: { label: 'Units', scope: 'units:read', Panel: BuildingUnits },
  residents: { label: 'Residents', scope: 'users:read', Panel: BuildingResidents },
  doors: { label: 'Doors', scope: 'access-points:read', Panel: BuildingDoors },
  calls: { label: 'Calls', scope: 'calls:read', Panel: BuildingCalls },
  numbers: { label: 'Numbers', scope: 'virtual-numbers:read', Panel: BuildingNumbers },
  activity: { label: 'Activity', scope: 'access-events:read', Panel: BuildingActivity },
  settings: { label: 'Settings', scope: 'properties:read', Panel: BuildingSettings },
};

/** The tabs that the person may read. The address names the open tab. A change of tab clears the filters. */
function BuildingTabs({ id }: { id: string }): ReactNode {
  const may = useMay();
  const { search, change } = useSearchState();
  const shown = Object.entries(tabs).filter(([, { scope }]) => may(scope));
  const asked = search['tab'] ?? '';
  const value = shown.some(([name]) => name === asked) ? asked : (shown[0]?.[0] ?? '');
  const choose = (tab: string | null): void => {
    const cleared = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    change({ ...cleared, tab: tab ?? undefined });
  };
  return (
    <Tabs value={value} onChange={choose} keepMounted={false}>
      <Tabs.List mb="md">
        {shown.map(([name, { label }]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(([name, { Panel }]) => (
        <Tabs.Panel key={name} value={name}>
          <Panel id={id} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The page for a building that is deleted or unknown. */
function UnknownBuilding(): ReactNode {
  return (
    <>
      <PageHead title="Building not found" up={<Link to="/buildings">All buildings</Link>} />
      <Text>The building was deleted, or the address has a typing error.</Text>
    </>
  );
}

/** One building, in tabs. */
export function Building(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const { data: property, error } = useProperty(id);
  if (error instanceof ApiProblem && [404, 422].includes(error.status)) return <UnknownBuilding />;
  const lead = property && [addressOf(property), property.status === 'ARCHIVED' && 'Archived'];
  return (
    <>
      <PageHead
        title={property?.name ?? 'Building'}
        lead={lead?.filter(Boolean).join(' · ') || undefined}
        up={<Link to="/buildings">All buildings</Link>}
      />
      {error ? <FaultAlert fault={error} /> : <BuildingTabs key={id} id={id} />}
    </>
  );
}
