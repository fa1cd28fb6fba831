import { Button } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../client/request-error.ts';
import { failureMessage } from '../client/show-failure.ts';
import { config } from '../config.ts';
import { clearSession } from '../session/store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Tag } from '../ui/tag.tsx';
import { BrokenArt } from './art.tsx';
import classes from './screen.module.css';
import { Screen } from './screens.tsx';
import { WholeScreen } from './whole-screen.tsx';

type Facts = { code?: string; message: string; requestId?: string; stack?: string };

function factsOf(error: unknown): Facts {
  if (error instanceof RequestError) {
    return { code: error.code, message: failureMessage(error), requestId: error.requestId, stack: error.stack };
  }
  if (error instanceof Error) {
    // OAuth errors of oauth4webapi have `error` and `error_description`; others at most a `code`.
    const code = 'error' in error ? String(error.error) : 'code' in error ? String(error.code) : undefined;
    const message = 'error_description' in error ? String(error.error_description) : error.message;
    return { code, message, stack: error.stack };
  }
  return { message: String(error) };
}

function retry(): void {
  clearSession();
  location.reload();
}

/** A fatal error of the console. Retrying clears all tokens and reloads. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const facts = factsOf(error);
  return (
    <WholeScreen>
      <Screen
        art={<BrokenArt />}
        title={t('states.wrongTitle')}
        body={t('states.wrongBody')}
        actions={
          <>
            <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={retry}>
              {t('actions.tryAgain')}
            </Button>
            <Button variant="default" component="a" href={`${config.docsUrl}/help`} target="_blank" rel="noreferrer">
              {t('states.contact')}
            </Button>
          </>
        }
      >
        <Details facts={facts} />
      </Screen>
    </WholeScreen>
  );
}

function Details({ facts }: { facts: Facts }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const text = [facts.code, facts.message, facts.requestId, facts.stack].filter(Boolean).join('\n');
  return (
    <div className={classes.box}>
      <div className={classes.boxHead}>
        <Tag tone="danger" icon={IconAlertCircle}>
          {facts.code || 'error'}
        </Tag>
        {facts.requestId && (
          <span className="muted truncate">
            {t('states.request')} <code>{facts.requestId}</code>
          </span>
        )}
        <CopyButton value={text} label={t('actions.copyWhat', { what: t('states.details') })} />
      </div>
      <p className={classes.message}>{facts.message}</p>
      {facts.stack && (
        <>
          <button type="button" className={classes.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevronDown size={16} stroke={1.5} aria-hidden />
            {t('states.callStack')}
          </button>
          {open && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            <pre className={classes.stack} tabIndex={0}>
              {facts.stack}
            </pre>
          )}
        </>
      )}
    </div>
  );
}

/** `crypto.subtle` is missing: the page was opened over plain http on a host other than localhost. */
export function InsecureScreen() {
  const { t } = useTranslation();
  return (
    <WholeScreen>
      <Screen art={<BrokenArt />} title={t('states.insecureTitle')} body={t('states.insecureBody')} />
    </WholeScreen>
  );
}
