import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { kindOf, statusWords, type Device } from '../devices/describe-device.ts';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';

const devicesOf = (userId: string): ListSource<Device> => ({
  key: `devices of ${userId}`,
  load: async (page) => {
    const query = { userId, ...page };
    const { devices, total } = await read(api.GET('/api/admin/devices', { params: { query } }));
    return { rows: liveRows(devices), total };
  },
});

/** The phones and browsers on which a resident receives calls. */
export function ResidentDevices({ userId }: { userId: string }): ReactNode {
  return (
    <ListView
      label="Devices"
      source={devicesOf(userId)}
      empty="No devices. A phone appears once the resident signs in to the app."
      targetOf={({ id }) => ({ to: '/devices', search: { open: id } })}
      columns={[
        { title: 'Kind', show: kindOf },
        { title: 'App', show: ({ appVersion }) => appVersion },
        { title: 'Last seen', show: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={statusWords[status]} />,
        },
      ]}
    />
  );
}
