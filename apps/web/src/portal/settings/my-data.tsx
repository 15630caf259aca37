import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { saveFile } from '../../files/save-file.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';

const jsonOf = (value: object): Blob =>
  new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' });

/** A download of all stored data about the person. */
export function MyData(): ReactNode {
  const { t } = useI18n();
  const download = useMutation({
    mutationFn: () => read(residentApi.GET('/api/v1/me/data-export')),
    onSuccess: ({ dataExport }) => saveFile(jsonOf(dataExport), 'my-data.json'),
  });
  return (
    <section className="card stack">
      <h2>{t('myData')}</h2>
      <p className="soft small">{t('myDataLead')}</p>
      {download.error && <FaultNotice fault={download.error} />}
      <button type="button" disabled={download.isPending} onClick={() => download.mutate()}>
        {t(download.isPending ? 'preparing' : 'download')}
      </button>
    </section>
  );
}
