import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { canNotify, CannotNotify, ownDevice, startNotifying, stopNotifying } from '../push/browser-push.ts';
import { useWords } from '../words/use-words.tsx';

type Device = components['schemas']['Device'];

const key = ['devices'];

/** Switches the notifications of this browser on and off. */
function ThisBrowser({ isOn }: { isOn: boolean }): ReactNode {
  const { say } = useWords();
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: () => (isOn ? stopNotifying() : startNotifying()),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
  const { error } = change;
  return (
    <div className="stack" role="group" aria-label={say('notify')}>
      <p>
        <strong>{say('notify')}</strong>
        <br />
        <span className="soft small">{say(isOn ? 'notifyIsOn' : 'notifyLead')}</span>
      </p>
      {error instanceof CannotNotify && (
        <p className="notice bad" role="alert">
          {say(error.reason)}
        </p>
      )}
      {error && !(error instanceof CannotNotify) && <FaultNotice fault={error} />}
      <button type="button" disabled={change.isPending} onClick={() => change.mutate()}>
        {say(isOn ? 'notifyOff' : 'notifyOn')}
      </button>
    </div>
  );
}

function DeviceRow({ device }: { device: Device }): ReactNode {
  const { say, time } = useWords();
  const cache = useQueryClient();
  const isThis = device.id === ownDevice();
  const removal = useMutation({
    mutationFn: () => {
      const params = { path: { id: device.id } };
      return isThis ? stopNotifying() : read(mobileApi.DELETE('/devices/{id}', { params }));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
  const name = say(`device${device.platform ?? 'WEB'}`);
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <p className="soft small">
          {isThis ? say('thisDevice') : say('lastUsed', { time: time(device.lastSeenAt) })}
        </p>
        {removal.error && <FaultNotice fault={removal.error} />}
      </div>
      <button
        type="button"
        className="plain bad-text"
        aria-label={`${say('forget')}: ${name}`}
        disabled={removal.isPending}
        onClick={() => removal.mutate()}
      >
        {say('forget')}
      </button>
    </li>
  );
}

/** The phones and browsers that are told about calls, this one among them. */
export function Devices(): ReactNode {
  const { say } = useWords();
  const query = useQuery({
    queryKey: key,
    queryFn: () => read(mobileApi.GET('/devices', { params: { query: { limit: 200 } } })),
  });
  return (
    <QueryCard title={say('devices')} query={query}>
      {({ devices }) => {
        const live = devices.filter(({ status }) => status === 'ACTIVE' || status === 'STALE');
        return (
          <>
            {canNotify() && <ThisBrowser isOn={live.some(({ id }) => id === ownDevice())} />}
            {live.length === 0 && <p className="soft small apart">{say('noDevices')}</p>}
            <ul className="rows">
              {live.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
          </>
        );
      }}
    </QueryCard>
  );
}
