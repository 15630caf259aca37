import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';

/** Saves a text as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** A download of all stored data about the person. */
export function MyData(): ReactNode {
  const { t } = useI18n();
  const download = useMutation({
    mutationFn: () => read(residentApi.GET('/api/v1/me/data-export')),
    onSuccess: ({ dataExport }) => saveFile('my-data.json', JSON.stringify(dataExport, null, 2)),
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
