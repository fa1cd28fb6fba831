import { type Lockout, type User, usersApi } from '@postern/contracts/people/users';
import { throttleApi } from '@postern/contracts/records/throttle';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { phoneText } from '../identifier-fields.ts';
import { labelOf } from '../label.ts';
import classes from '../user-details.module.css';

/** Identifiers locked after too many failed attempts; usually none. */
export function useLockouts(userId: string): readonly Lockout[] {
  return useRead(usersApi.listLockouts, { params: { userId } }, { quiet: true }).data ?? [];
}

export function LockedTag() {
  const { t } = useTranslation();
  return (
    <Tag tone="warning" icon={IconLock}>
      {t('userDetails.lockout.tag')}
    </Tag>
  );
}

/** Explains a lockout of a user, with a button to release it. */
export function LockoutNotice({ user }: { user: User }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const lockouts = useLockouts(user.id);
  const unlock = useWrite(throttleApi.unlock, {
    onDone: () => showSuccess(t('userDetails.lockout.released', { name: labelOf(user) })),
  });
  if (lockouts.length === 0) {
    return null;
  }
  const readable = (target: string) => {
    if (target === user.id) {
      return t('userDetails.lockout.byId');
    }
    return target === user.primaryPhone ? phoneText(target) : target;
  };
  const release = () => unlock.mutate({ body: { targetType: 'User', targets: lockouts.map(({ target }) => target) } });
  return (
    <Notice tone="warning" icon={IconLock} title={t('userDetails.lockout.title')}>
      <ul className={classes.lockouts}>
        {lockouts.map(({ target, until }) => (
          <li key={target}>{t('userDetails.lockout.until', { target: readable(target), when: dateTime(until) })}</li>
        ))}
      </ul>
      <BusyButton variant="default" size="xs" busy={unlock.isPending} onClick={release}>
        {t('userDetails.lockout.release')}
      </BusyButton>
    </Notice>
  );
}
