import { Text } from '@mantine/core';
import { useState, type DragEvent, type ReactNode } from 'react';
import classes from './drop-file.module.css';

interface DropFileProps {
  label: string;
  /** The requirements of the file. */
  note: string;
  accept: string;
  choose: (file: File) => void;
}

/** A field that takes a dropped file, or one chosen by mouse or keyboard. */
export function DropFile({ label, note, accept, choose }: DropFileProps): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | null | undefined): void => {
    if (file) choose(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files.item(0));
  };
  return (
    <label
      className={`${classes['area']} ${isOver ? classes['over'] : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        accept={accept}
        onChange={(event) => {
          take(event.currentTarget.files?.item(0));
          event.currentTarget.value = '';
        }}
      />
      <Text span fw={600} display="block">
        {label}
      </Text>
      <Text span size="sm" c="var(--soft)">
        {note}
      </Text>
    </label>
  );
}
