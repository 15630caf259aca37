import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { canNotify, CannotNotify, ownDevice, startNotifying, stopNotifying } from '../push/browser-push.ts';
import { useI18n } from '../messages/use-i18n.tsx';

type Device = components['schemas']['Device'];

const key = ['devices'];

/** Returns callbacks that read the devices again after a change. A fault appears before the list is read. */
const refreshAfter = (cache: QueryClient) => {
  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: key });
  return { onSuccess: refresh, onError: () => void refresh() };
};

/** A switch for the notifications of this browser. */
function ThisBrowser({ isOn }: { isOn: boolean }): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: () => (isOn ? stopNotifying() : startNotifying()),
    ...refreshAfter(cache),
  });
  const { error } = change;
  return (
    <div className="stack" role="group" aria-label={t('notify')}>
      <p>
        <strong>{t('notify')}</strong>
        <br />
        <span className="soft small">{t(isOn ? 'notifyIsOn' : 'notifyLead')}</span>
      </p>
      {error instanceof CannotNotify && (
        <p className="notice bad" role="alert">
          {t(error.reason)}
        </p>
      )}
      {error && !(error instanceof CannotNotify) && <FaultNotice fault={error} />}
      <button type="button" disabled={change.isPending} onClick={() => change.mutate()}>
        {t(isOn ? 'notifyOff' : 'notifyOn')}
      </button>
    </div>
  );
}

function DeviceRow({ device }: { device: Device }): ReactNode {
  const { t, time } = useI18n();
  const cache = useQueryClient();
  const isThis = device.id === ownDevice();
  const removal = useMutation({
    mutationFn: () => {
      const params = { path: { id: device.id } };
      return isThis ? stopNotifying() : read(mobileApi.DELETE('/devices/{id}', { params }));
    },
    ...refreshAfter(cache),
  });
  const name = t(`device${device.platform ?? 'WEB'}`);
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <p className="soft small">
          {isThis ? t('thisDevice') : t('lastUsed', { time: time(device.lastSeenAt) })}
        </p>
        {removal.error && <FaultNotice fault={removal.error} />}
      </div>
      <button
        type="button"
        className="plain bad-text"
        aria-label={`${t('forget')}: ${name}`}
        disabled={removal.isPending}
        onClick={() => removal.mutate()}
      >
        {t('forget')}
      </button>
    </li>
  );
}

/** The phones and browsers that receive calls, including this one. */
export function Devices(): ReactNode {
  const { t } = useI18n();
  const query = useQuery({
    queryKey: key,
    queryFn: () => read(mobileApi.GET('/devices', { params: { query: { limit: 200 } } })),
  });
  return (
    <QueryCard title={t('devices')} query={query}>
      {({ devices }) => {
        const live = devices.filter(({ status }) => status === 'ACTIVE' || status === 'STALE');
        return (
          <>
            {canNotify() && <ThisBrowser isOn={live.some(({ id }) => id === ownDevice())} />}
            {live.length === 0 && <p className="soft small apart">{t('noDevices')}</p>}
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
