import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../../files/save-file.ts';
import { Dialog } from './dialog.tsx';
import { FaultAlert } from './fault-alert.tsx';

interface DownloadProps {
  label: string;
  /** The name of the saved file. */
  name: string;
  /** Reads the file. A plain link could not send the environment of this tab. */
  load: () => Promise<Blob>;
}

/**
 * A button that saves a file from the API. A refusal opens a dialog with the next step, such as a fresh
 * log-in.
 */
export function Download({ label, name, load }: DownloadProps): ReactNode {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, name),
  });
  return (
    <>
      <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      <Dialog opened={error !== null} onClose={reset} title={label}>
        {error && <FaultAlert fault={error} retry={() => mutate()} />}
      </Dialog>
    </>
  );
}
