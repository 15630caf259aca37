import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { components } from '../../api/described/resident.ts';
import { residentApi } from '../api.ts';
import { QueryCard } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useFormStart } from './use-form-start.ts';

type Settings = components['schemas']['CallSettings'];

const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/**
 * Reads the settings from the form. Weekdays that an app has set remain as long as the hours do not change.
 */
function toSettings(form: FormData, before: Settings): Settings {
  const [first] = before.quietHours;
  const from = form.get('from') as string;
  const to = form.get('to') as string;
  const isSame = first?.from === from && first.to === to;
  const quiet = isSame ? before.quietHours : [{ weekdays: [...everyDay], from, to }];
  return { ring: form.has('ring'), quietHours: form.has('quiet') ? quiet : [] };
}

function Fields({ start }: { start: Settings }): ReactNode {
  const { t } = useI18n();
  const [first] = start.quietHours;
  const [isQuiet, setQuiet] = useState(first !== undefined);
  return (
    <>
      <label className="choice">
        <input type="checkbox" name="ring" defaultChecked={start.ring} />
        {t('ringMe')}
      </label>
      <label className="choice">
        <input
          type="checkbox"
          name="quiet"
          checked={isQuiet}
          onChange={(event) => setQuiet(event.target.checked)}
        />
        {t('quietHours')}
      </label>
      {isQuiet && (
        <div className="pair">
          <label>
            {t('quietFrom')}
            <input type="time" name="from" defaultValue={first?.from ?? '22:00'} required />
          </label>
          <label>
            {t('quietTo')}
            <input type="time" name="to" defaultValue={first?.to ?? '07:00'} required />
          </label>
        </div>
      )}
    </>
  );
}

function RingingForm({ settings }: { settings: Settings }): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const { ref, start, round, changes, keep } = useFormStart(settings, toSettings);
  const change = useSave({
    save: (form) => read(residentApi.PATCH('/api/v1/me/calls', { body: changes(form) })),
    onSuccess: (answer, form) => {
      keep(form);
      cache.setQueryData(['call-settings'], answer);
    },
  });
  return (
    <SettingsForm label={t('ringing')} form={ref} change={change}>
      <Fields key={round} start={start} />
    </SettingsForm>
  );
}

/** Settings for receiving calls. */
export function CallSettings(): ReactNode {
  const { t } = useI18n();
  const query = useQuery({
    queryKey: ['call-settings'],
    queryFn: () => read(residentApi.GET('/api/v1/me/calls')),
  });
  return (
    <QueryCard title={t('ringing')} query={query}>
      {({ callSettings }) => <RingingForm settings={callSettings} />}
    </QueryCard>
  );
}
