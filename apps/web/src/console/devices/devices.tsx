import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { csvFrom } from '../list/csv-from.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { Confirm } from '../parts/confirm.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { UserName } from '../residents/user-name.tsx';
import { useMay } from '../session.tsx';
import { kindOf, statusWords, type Device } from './describe-device.ts';

const source: ListSource<Device> = {
  key: 'devices',
  csv: csvFrom('/api/admin/devices'),
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { devices, total } = await read(api.GET('/api/admin/devices', { params: { query } }));
    return { rows: liveRows(devices), total };
  },
};

async function loadDevice(id: string): Promise<Device> {
  const { device } = await read(api.GET('/api/admin/devices/{id}', { params: { path: { id } } }));
  return device;
}

const remove = ({ id }: Device) => read(api.DELETE('/api/admin/devices/{id}', { params: { path: { id } } }));

const filters = <ChoiceFilter label="Status" name="status" words={statusWords} />;

function Overview({ device }: { device: Device }): ReactNode {
  const may = useMay();
  const { open } = useSearchState();
  return (
    <Stack mt="md">
      <Facts
        rows={[
          ['Status', <Status key="status" status={device.status} label={statusWords[device.status]} />],
          ['Resident', <UserName key="user" id={device.userId} />],
          ['Kind', kindOf(device)],
          ['App', device.appVersion],
          ['Last seen', <Time key="seen" at={device.lastSeenAt} />],
          ['Token ends with', device.tokenLast6],
        ]}
      />
      {may('devices:write') && (
        <Group>
          <Confirm
            label="Remove"
            title="Remove this device"
            act={() => remove(device)}
            said="This device no longer receives calls."
            onDone={() => open(undefined)}
          >
            The device receives no calls until the resident signs in on it again.
          </Confirm>
        </Group>
      )}
    </Stack>
  );
}

/** The phones and browsers that receive calls. */
export function Devices(): ReactNode {
  return (
    <ListPage
      title="Devices"
      lead="Phones and browsers of residents that receive calls."
      filters={filters}
      source={source}
      empty="No devices yet. A resident’s phone appears once the resident signs in to the app."
      columns={[
        { title: 'Resident', show: ({ userId }) => <UserName id={userId} isPlain /> },
        { title: 'Kind', show: kindOf },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={statusWords[status]} />,
        },
        { title: 'Last seen', show: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
      ]}
    >
      <EntityDrawer
        name="devices"
        path="/api/admin/devices"
        load={loadDevice}
        title={kindOf}
        overview={(device) => <Overview device={device} />}
      />
    </ListPage>
  );
}
