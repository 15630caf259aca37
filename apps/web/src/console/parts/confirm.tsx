import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Sending } from '../../api/sending.ts';
import { Dialog } from './dialog.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { useTypedEnvironment } from './typed-environment.tsx';
import { useAct } from './use-act.ts';

interface ConfirmProps {
  /** The name of the act, on both buttons. */
  label: string;
  /** The name of the first button where the page has several such. */
  name?: string;
  title: string;
  /** What the act does, and what stays. */
  children: ReactNode;
  act: (sending: Sending) => Promise<unknown>;
  /** What is said once it is done, where the act does not say it. */
  said?: string;
  onDone?: () => void;
}

function Question({ close, ...props }: ConfirmProps & { close: () => void }): ReactNode {
  const { label, children, act, said, onDone } = props;
  const action = useAct((_input: void, sending) => act(sending), said);
  const { isSure, field } = useTypedEnvironment();
  const finish = (): void => {
    close();
    onDone?.();
  };
  return (
    <Stack>
      <div>{children}</div>
      {field}
      {action.error && <FaultAlert fault={action.error} />}
      <Group justify="end">
        <Button variant="default" onClick={close} disabled={action.isPending} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red.9"
          disabled={!isSure}
          loading={action.isPending}
          onClick={() => action.mutate(undefined, { onSuccess: finish })}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  );
}

/** A button for an act that cannot simply be taken back: it asks first, and in production for the environment's name. */
export function Confirm(props: ConfirmProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const { label, name, title } = props;
  return (
    <>
      <Button size="compact-md" variant="outline" color="red.9" onClick={open} aria-label={name}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <Question {...props} close={close} />
      </Dialog>
    </>
  );
}
