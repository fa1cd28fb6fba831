import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './mail.module.css';
import { prepareMail } from './prepare-mail.ts';

type MailFrameProps = {
  title: string;
  content: string;
  contentType: 'text/html' | 'text/plain';
  /** Its links may be opened, in a new window. */
  opensLinks?: boolean;
};

/** A rendered message. HTML is shown in a frame without scripts, forms and origin. */
export function MailFrame({ title, content, contentType, opensLinks }: MailFrameProps) {
  const { i18n } = useTranslation();
  const isHtml = contentType === 'text/html';
  const page = useMemo(() => (isHtml ? prepareMail(content, i18n.language) : ''), [isHtml, content, i18n.language]);
  return isHtml ? (
    <iframe
      className={classes.frame}
      title={title}
      srcDoc={page}
      sandbox={opensLinks ? 'allow-popups allow-popups-to-escape-sandbox' : ''}
      referrerPolicy="no-referrer"
    />
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      className={classes.text}
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <pre>{content}</pre>
    </div>
  );
}
