import { defaultCodePolicy } from '@postern/contracts/experience/verification-code-policy';
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { CodeField } from '../../parts/code-field.tsx';
import { DeadEnd, OpenGate } from '../../parts/dead-end.tsx';
import { LastUsed } from '../../parts/last-used.tsx';
import { Page } from '../../parts/page.tsx';
import { Resend } from '../../parts/resend.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { agreement, TermsSentence } from '../../parts/terms.tsx';
import { codeErrors, codeLength, readDigits } from '../../parts/verification-code.ts';
import type { CallError } from '../../platform/client.ts';
import { type CodeFlow, type SentCode, saveCode, sentCode } from '../../platform/draft.ts';
import { methodFor, printIdentifier } from '../../platform/identifiers.ts';
import { lastUsedMethod } from '../../platform/last-used.ts';
import { type Phrases, usePhrases } from '../../platform/phrases.ts';
import { linkTo, navigate } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { proveCode, questionFor } from './prove.ts';
import { requestAgain } from './request.ts';
import { watchLink } from './watch-link.ts';

/** Few codes are for an unexpected account. */
const QuestionPage = lazy(async () => ({ default: (await import('./question-page.tsx')).QuestionPage }));

export function CodePage({ flow }: { flow: CodeFlow }) {
  const settings = useSettings();
  const { magicLink } = usePhrases();
  const [sent, setSent] = useState(() => sentCode(flow));
  const [hasEnded, setEnded] = useState(false);
  if (!sent) {
    return null;
  }
  if (hasEnded) {
    return (
      <DeadEnd drawing={<OpenGate />} title={magicLink.endedTitle} text={<p>{magicLink.endedText}</p>} action={false} />
    );
  }
  if (sent.question) {
    return (
      <Suspense>
        <QuestionPage sent={sent} question={sent.question} />
      </Suspense>
    );
  }
  function ask(failure: CallError): FieldErrors | undefined {
    // Read from the draft again: the code may have been accepted since this page was rendered.
    const current = sentCode(flow);
    const question = current && questionFor(failure, current, settings);
    if (!question) {
      return undefined;
    }
    const next = { ...current, question };
    saveCode(next);
    setSent(next);
    return {};
  }
  return <CodeForm sent={sent} onSent={setSent} onEnded={() => setEnded(true)} ask={ask} />;
}

type CodeFormProps = {
  sent: SentCode;
  onSent: (next: SentCode) => void;
  /** The sign-in no longer waits for this tab. */
  onEnded: () => void;
  ask: (failure: CallError) => FieldErrors | undefined;
};

function CodeForm({ sent, onSent, onEnded, ask }: CodeFormProps) {
  const phrases = usePhrases();
  const settings = useSettings();
  const { verificationCode: words, common } = phrases;
  const { flow, address, origin } = sent;
  const printed = printIdentifier(address);
  const change = () => navigate(origin);
  const isRegister = flow === 'register';
  const markId = useId();
  const wasPassword = lastUsedMethod(settings) === 'password';
  const { anchor, busy } = useLinkElsewhere(sent, onEnded);

  async function submit(code: string) {
    busy.current = true;
    try {
      await proveCode(sentCode(flow) ?? sent, readDigits(code));
    } catch (error) {
      busy.current = false;
      throw error;
    }
  }

  return (
    <Page
      title={address.type === 'email' ? words.titleEmail : words.titlePhone}
      sub={
        <>
          <Sentence text={words.sent} parts={{ address: <b>{printed}</b>, kind: phrases.identifier[address.type] }} />{' '}
          <button type="button" className="link" onClick={change}>
            {common.change}
          </button>
        </>
      }
      onBack={change}
      termsInCard={isRegister && agreement(settings, 'Register') === 'sentence'}
    >
      <StepForm
        action={actionFor(flow, phrases)}
        check={({ code = '' }): FieldErrors =>
          code.length === codeLength || sentCode(flow)?.isVerified ? {} : { code: words.missing }
        }
        submit={({ code = '' }) => submit(code)}
        place={{
          ...codeErrors(words),
          'user.user_not_exist': ask,
          'user.email_already_in_use': ask,
          'user.phone_already_in_use': ask,
        }}
      >
        <CodeField />
        <input type="hidden" ref={anchor} />
      </StepForm>
      <Resend sentAt={sent.sentAt} sendAgain={async () => onSent(await requestAgain(sent))} />
      {flow === 'sign-in' && methodFor(settings.experience, address.type)?.password && (
        <p className="other-way">
          <a {...linkTo('/sign-in/password')} aria-describedby={wasPassword ? markId : undefined}>
            {words.usePassword}
          </a>
          {wasPassword && <LastUsed id={markId} />}
        </p>
      )}
      {isRegister && <TermsSentence event="Register" />}
    </Page>
  );
}

/** Continues without a typed code when the link of the message was used in another tab of this browser. */
function useLinkElsewhere(sent: SentCode, onEnded: () => void) {
  const anchor = useRef<HTMLInputElement>(null);
  const busy = useRef(false);
  const { flow, verificationId, sentAt } = sent;
  const { expirationDuration = defaultCodePolicy.expirationDuration } = useSettings().experience.verificationCodePolicy;
  const lifeMs = expirationDuration * 1000;
  // A tab that verified the code itself continues on user action.
  const isBusy = useEffectEvent(() => busy.current || sentCode(flow)?.isVerified === true);
  const end = useEffectEvent(onEnded);
  const proceed = useEffectEvent(() => {
    saveCode({ ...sent, isVerified: true });
    anchor.current?.form?.requestSubmit();
  });
  useEffect(
    () =>
      watchLink({
        verificationId,
        sentAt,
        lifeMs,
        isBusy: () => isBusy(),
        proceed: () => proceed(),
        end: () => end(),
      }),
    [verificationId, sentAt, lifeMs],
  );
  return { anchor, busy };
}

function actionFor(flow: CodeFlow, { signIn, register, common }: Phrases): string {
  if (flow === 'sign-in') {
    return signIn.action;
  }
  return flow === 'register' ? register.action : common.next;
}
