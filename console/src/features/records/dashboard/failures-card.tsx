import type { SignInNumbers } from '@postern/contracts/records/dashboard';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { useMethodName } from './method-name.ts';
import { NumberTable } from './number-table.tsx';
import classes from './shared/dashboard.module.css';
import { useDayFormat } from './shared/format-day.ts';

/** Phrases of the usual reasons; others are shown by their code. */
const reasons = {
  'session.invalid_credentials': 'credentials',
  'session.verification_blocked_too_many_attempts': 'blocked',
  'session.captcha_required': 'captcha',
  'session.captcha_failed': 'captchaFailed',
  'session.identity_conflict': 'conflict',
  'session.interaction_not_found': 'ended',
  'session.verification_session_not_found': 'ended',
  'user.user_not_exist': 'noAccount',
  'user.identity_not_exist': 'noAccount',
  'user.suspended': 'suspended',
  'user.sign_in_method_not_enabled': 'notEnabled',
  'user.email_already_in_use': 'taken',
  'user.phone_already_in_use': 'taken',
  'user.username_already_in_use': 'taken',
  'user.identity_already_in_use': 'taken',
  'password.rejected': 'weakPassword',
  'verification_code.code_mismatch': 'wrongCode',
  'verification_code.exceed_max_try': 'triedOut',
  'verification_code.expired': 'expiredCode',
  'verification_code.not_found': 'noCode',
  'connector.authorization_failed': 'denied',
  'guard.invalid_input': 'invalid',
} as const;

const isKnown = (code: string): code is keyof typeof reasons => code in reasons;

/** Failed attempts to sign in, by reason. */
export function FailuresCard({ read: { data, error } }: { read: UseQueryResult<SignInNumbers> }) {
  const { t } = useTranslation();
  if (error && !data) {
    // The funnel shows the error of this read.
    return null;
  }
  return (
    <section className={classes.card} aria-labelledby="dashboard-failures" aria-busy={!data}>
      <div className={classes.head}>
        <h2 id="dashboard-failures" className={classes.title}>
          {t('dashboard.failures')}
        </h2>
        <span className={classes.period}>{t('dashboard.past30')}</span>
      </div>
      {data ? (
        <Failures failures={data.failures} />
      ) : (
        <div className={classes.empty}>
          <Skeleton width={240} />
        </div>
      )}
    </section>
  );
}

function Failures({ failures }: Pick<SignInNumbers, 'failures'>) {
  const { t } = useTranslation();
  const { number, percent } = useDayFormat();
  const methodName = useMethodName();
  const all = failures.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) {
    return <p className={classes.empty}>{t('dashboard.noFailures')}</p>;
  }
  return (
    <NumberTable
      label={t('dashboard.failures')}
      columns={[t('dashboard.reason'), t('dashboard.attempts'), t('dashboard.share'), t('dashboard.byMethod')]}
      rows={failures.map(({ reason, count, methods }) => ({
        key: reason,
        name: (
          <span className={classes.reason}>
            {isKnown(reason) ? t(`dashboard.reasons.${reasons[reason]}`) : t('dashboard.reasons.other')}
            <code>{reason}</code>
          </span>
        ),
        values: [
          number(count),
          percent(count / all),
          methods.map(({ value, count: some }) => `${methodName(value)} ${number(some)}`).join(', ') || '–',
        ],
      }))}
    />
  );
}
