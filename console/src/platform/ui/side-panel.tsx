import { Drawer } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../feedback/return-focus.ts';
import { CloseButton } from './icon-button.tsx';
import classes from './side-panel.module.css';

type SidePanelProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The width on wide screens. */
  width: number;
  /** Buttons next to the one that closes it. */
  actions?: ReactNode;
  /** Escape does not close it, because a dialog is above it. */
  keepsEscape?: boolean;
  children: ReactNode;
};

/** A panel at the side of the page, over its content. */
export function SidePanel({ isOpen, onClose, title, width, actions, keepsEscape = false, children }: SidePanelProps) {
  const { t } = useTranslation();
  useReturnFocus(isOpen);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={!keepsEscape}
      position="right"
      size={`min(${width}px, 100%)`}
      padding={0}
      classNames={{ content: classes.panel ?? '', overlay: classes.scrim ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title component="h2" className={classes.title}>
            {title}
          </Drawer.Title>
          {actions}
          <CloseButton label={t('actions.close')} onClick={onClose} />
        </div>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Mounts a lazy panel when it is opened for the first time, and keeps it while it is closed. */
export function OnceOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) {
    setNeeded(true);
  }
  return isNeeded && <Suspense fallback={null}>{children}</Suspense>;
}
