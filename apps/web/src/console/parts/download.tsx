import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tell } from './tell.ts';

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface DownloadProps {
  label: string;
  /** The name that the file gets. */
  name: string;
  /** Reads the file in the environment of this tab, which a link could not name. */
  load: () => Promise<Blob>;
}

/** Saves a file of the API. */
export function Download({ label, name, load }: DownloadProps): ReactNode {
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => save(file, name),
    onError: (fault) => tell(fault.message, 'bad'),
  });
  return (
    <Button variant="default" size="sm" loading={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  );
}
