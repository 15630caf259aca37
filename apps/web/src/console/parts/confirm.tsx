import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { SendOptions } from '../../api/sending.ts';
import { Dialog } from './dialog.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { useTypedEnvironment } from './typed-environment.tsx';
import { useApiMutation } from './use-api-mutation.ts';

interface ConfirmProps {
  /** The label of both buttons. */
  label: string;
  /** The accessible name of the first button, if the page has several of its kind. */
  name?: string;
  title: string;
  /** The effects of the act. */
  children: ReactNode;
  act: (sending: SendOptions) => Promise<unknown>;
  /** The message after the act, unless the act shows one. */
  said?: string;
  onDone?: () => void;
  /** Whether the act destroys nothing; its buttons are not red then. */
  isHarmless?: boolean;
}

function Question({ close, ...props }: ConfirmProps & { close: () => void }): ReactNode {
  const { label, children, act, said, onDone, isHarmless = false } = props;
  const action = useApiMutation((_input: void, sending) => act(sending), said);
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
          color={isHarmless ? 'brand' : 'red'}
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

/**
 * A button for an act that is hard to undo or concerns many. It asks for confirmation, in production by the environment's
 * name.
 */
export function Confirm(props: ConfirmProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const { label, name, title, isHarmless = false } = props;
  const look = isHarmless ? { variant: 'default' } : { variant: 'outline', color: 'red' };
  return (
    <>
      <Button size="compact-md" {...look} onClick={open} aria-label={name}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <Question {...props} close={close} />
      </Dialog>
    </>
  );
}
