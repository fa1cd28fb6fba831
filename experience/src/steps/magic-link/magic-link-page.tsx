import { type MagicLink, readMagicLink } from '@postern/contracts/sign-in/magic-link';
import { useEffect, useState } from 'react';
import { DeadEnd, OpenGate, WalledGate } from '../../parts/dead-end.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Page } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import type { CallError } from '../../platform/client.ts';
import { forgetDraft, type SentCode, saveCode, sentCode } from '../../platform/draft.ts';
import { printIdentifier } from '../../platform/identifiers.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { navigate } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { handOver } from '../../platform/tab-channel.ts';
import { proveCode, questionFor, showCode } from '../verification-code/index.tsx';
import { type Found, findHere } from './find.ts';
import './magic-link.css';

/** The link sent with a code. Nothing happens before a click; in another browser it shows the code to type. */
export function MagicLinkPage() {
  const { magicLink: words } = usePhrases();
  const [link] = useState(() => readMagicLink(window.location.hash));
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (link) {
      void findHere(link).then(setFound);
    }
  }, [link]);
  if (!link) {
    return <DeadEnd drawing={<WalledGate />} title={words.brokenTitle} text={<p>{words.brokenText}</p>} />;
  }
  if (found?.where === 'used') {
    return <DeadEnd drawing={<WalledGate />} title={words.usedTitle} text={<p>{words.usedText}</p>} />;
  }
  if (found?.where === 'here') {
    return <GoOn link={link} sent={found.sent} />;
  }
  return found ? <ShownCode link={link} /> : null;
}

function GoOn({ link, sent }: { link: MagicLink; sent: SentCode }) {
  const { magicLink: words, common } = usePhrases();
  const settings = useSettings();
  const [isHandedOver, setHandedOver] = useState(false);

  /**
   * The tab that waits for the code continues, because the application started there. If there is none, this tab
   * continues.
   */
  async function proceed() {
    const kept = sentCode(sent.flow);
    const current = kept?.verificationId === sent.verificationId ? kept : sent;
    saveCode(current);
    await showCode(current, link.code);
    if (await handOver(sent.verificationId)) {
      forgetDraft();
      setHandedOver(true);
      return;
    }
    await proveCode({ ...current, isVerified: true }, link.code);
  }

  function ask(failure: CallError): FieldErrors | undefined {
    const question = questionFor(failure, sent, settings);
    if (!question) {
      return undefined;
    }
    saveCode({ ...sent, isVerified: true, question });
    navigate(`/${sent.flow}/verification-code`, { replace: true });
    return {};
  }

  /** Code errors are shown on the page where a new code can be requested. */
  function askAgain(): FieldErrors {
    saveCode(sent);
    navigate(`/${sent.flow}/verification-code`, { replace: true });
    return {};
  }

  if (isHandedOver) {
    return <DeadEnd drawing={<OpenGate />} title={words.handedTitle} text={<p>{words.handedText}</p>} action={false} />;
  }
  return (
    <Page
      title={words.hereTitle}
      sub={<Sentence text={words.hereText} parts={{ address: <b>{printIdentifier(sent.address)}</b> }} />}
    >
      <StepForm
        action={common.next}
        check={() => ({})}
        submit={proceed}
        place={{
          'user.user_not_exist': ask,
          'user.email_already_in_use': ask,
          'user.phone_already_in_use': ask,
          'verification_code.expired': askAgain,
          'verification_code.not_found': askAgain,
          'verification_code.code_mismatch': askAgain,
          'verification_code.exceed_max_try': askAgain,
        }}
      >
        {null}
      </StepForm>
    </Page>
  );
}

function ShownCode({ link: { code } }: { link: MagicLink }) {
  const { magicLink: words, verificationCode } = usePhrases();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(code).then(() => setCopied(true));
  return (
    <Page title={words.elsewhereTitle} sub={words.elsewhereText}>
      <p className="shown-code">
        <span className="visually-hidden">{verificationCode.label}: </span>
        <b>{code}</b>
      </p>
      <button type="button" className="button" onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {isCopied ? words.copied : words.copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && words.copied}
      </span>
      <p className="end">{words.warning}</p>
    </Page>
  );
}
