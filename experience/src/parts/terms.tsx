import { useId } from 'react';
import { type Phrases, usePhrases } from '../platform/phrases.ts';
import { type Settings, useSettings } from '../platform/settings.ts';
import { NewTabLink } from './footer.tsx';
import { Icon } from './icons.tsx';
import { Sentence } from './sentence.tsx';
import { type FieldErrors, useFieldError, type Values } from './step-form.tsx';

type Event = 'SignIn' | 'Register';

/** How the person agrees to the terms: by continuing, with a checkbox, or not on this page. */
export function agreement({ experience }: Settings, event: Event): 'sentence' | 'checkbox' | 'none' {
  if (!experience.termsOfUseUrl && !experience.privacyPolicyUrl) {
    return 'none';
  }
  switch (experience.agreeToTermsPolicy) {
    case 'Automatic':
      return 'sentence';
    case 'Manual':
      return 'checkbox';
    case 'ManualRegistrationOnly':
      return event === 'Register' ? 'checkbox' : 'none';
  }
}

export function checkTerms(settings: Settings, event: Event, values: Values, { terms }: Phrases): FieldErrors {
  return agreement(settings, event) === 'checkbox' && !values.terms ? { terms: terms.required } : {};
}

export function TermsSentence({ event }: { event: Event }) {
  const { terms } = usePhrases();
  const settings = useSettings();
  return agreement(settings, event) === 'sentence' ? (
    <p className="terms plain-links">
      <Sentence text={terms.sentence} parts={{ links: <DocumentLinks {...settings.experience} /> }} />
    </p>
  ) : null;
}

export function TermsCheckbox({ event }: { event: Event }) {
  const id = useId();
  const { terms } = usePhrases();
  const { error, clear } = useFieldError('terms');
  const settings = useSettings();
  if (agreement(settings, event) !== 'checkbox') {
    return null;
  }
  return (
    <div className="check plain-links">
      <input
        type="checkbox"
        id={id}
        name="terms"
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-note`}
        onChange={clear}
      />
      <label htmlFor={id}>
        <Sentence text={terms.checkbox} parts={{ links: <DocumentLinks {...settings.experience} /> }} />
      </label>
      <p className="note" id={`${id}-note`} aria-live="polite">
        {error && (
          <span className="wrong">
            <Icon name="alert" size={16} />
            {error}
          </span>
        )}
      </p>
    </div>
  );
}

type Documents = { termsOfUseUrl?: string | null | undefined; privacyPolicyUrl?: string | null | undefined };

/** Links to the terms and the privacy policy, or to the one that is configured. */
export function DocumentLinks({ termsOfUseUrl, privacyPolicyUrl }: Documents) {
  const { terms } = usePhrases();
  const termsLink = termsOfUseUrl && <NewTabLink href={termsOfUseUrl}>{terms.termsOfUse}</NewTabLink>;
  const privacyLink = privacyPolicyUrl && <NewTabLink href={privacyPolicyUrl}>{terms.privacyPolicy}</NewTabLink>;
  return termsLink && privacyLink ? (
    <Sentence text={terms.both} parts={{ terms: termsLink, privacy: privacyLink }} />
  ) : (
    termsLink || privacyLink
  );
}
