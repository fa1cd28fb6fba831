import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

type ChooseFileProps = {
  label: string;
  accept: readonly string[];
  take: (files: readonly File[]) => void;
  size?: 'small' | 'framed';
};

/** A button that opens the browser's file dialog. */
export function ChooseFile({ label, accept, take, size = 'small' }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} size={size} onClick={() => input.current?.click()}>
        <IconUpload size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(',')}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          // The same file may be selected again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
