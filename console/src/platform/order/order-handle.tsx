import { IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import classes from './order.module.css';

type OrderHandleProps = {
  name: string;
  onPointerDown: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The drag handle of a row; when focused, arrow keys move the row. */
export function OrderHandle({ name, ...listeners }: OrderHandleProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      {...listeners}
      label={t('order.move', { name })}
      size="small"
      tooltip={false}
      className={classes.handle}
      title={t('order.hint')}
      data-order-handle
    >
      <IconGripVertical size={16} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
