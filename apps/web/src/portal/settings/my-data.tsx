import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useWords } from '../words/use-words.tsx';

/** Hands a text to the browser as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Everything that is kept about the person, as a file. */
export function MyData(): ReactNode {
  const { say } = useWords();
  const download = useMutation({
    mutationFn: () => read(residentApi.GET('/api/v1/me/data-export')),
    onSuccess: ({ dataExport }) => saveFile('my-data.json', JSON.stringify(dataExport, null, 2)),
  });
  return (
    <section className="card stack">
      <h2>{say('myData')}</h2>
      <p className="soft small">{say('myDataLead')}</p>
      {download.error && <FaultNotice fault={download.error} />}
      <button type="button" disabled={download.isPending} onClick={() => download.mutate()}>
        {say(download.isPending ? 'preparing' : 'download')}
      </button>
    </section>
  );
}
