import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showToast } from './show-toast.ts';

/** Saves a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface DownloadProps {
  label: string;
  /** The name of the saved file. */
  name: string;
  /** Reads the file. A plain link could not send the environment of this tab. */
  load: () => Promise<Blob>;
}

/** A button that saves a file from the API. */
export function Download({ label, name, load }: DownloadProps): ReactNode {
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, name),
    onError: (fault) => showToast(fault.message, 'bad'),
  });
  return (
    <Button variant="default" size="sm" loading={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  );
}
