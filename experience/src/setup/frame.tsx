import type { SsoSetup } from '@postern/contracts/people/sso-setup';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { ConnectionNotice } from '../parts/connection-notice.tsx';
import { Footer } from '../parts/footer.tsx';
import { Icon } from '../parts/icons.tsx';
import { Logo } from '../parts/logo.tsx';
import { useTitle } from '../parts/page.tsx';
import type { CallError } from '../platform/client.ts';
import { fill } from '../platform/languages.ts';
import { useSettings } from '../platform/settings.ts';
import { firstOpen, listSteps, type Step, type StepName } from './list-steps.ts';
import { useSetupPhrases } from './phrases.ts';
import { AttributesStep } from './steps/attributes-step.tsx';
import { ConnectStep } from './steps/connect-step.tsx';
import { DirectoryStep } from './steps/directory-step.tsx';
import { DomainStep } from './steps/domain-step.tsx';
import { FinishStep } from './steps/finish-step.tsx';
import { ProviderStep } from './steps/provider-step.tsx';
import { RegisterStep } from './steps/register-step.tsx';
import { TestStep } from './steps/test-step.tsx';
import { PortalContext } from './use-setup.ts';
import './setup.css';

const views: Record<StepName, ComponentType> = {
  provider: ProviderStep,
  register: RegisterStep,
  connect: ConnectStep,
  attributes: AttributesStep,
  domain: DomainStep,
  test: TestStep,
  directory: DirectoryStep,
  finish: FinishStep,
};

type FrameProps = { setup: SsoSetup; update: (setup: SsoSetup) => void; end: (failure: CallError) => void };

/** All steps, and the current one. */
export function Frame({ setup, update, end }: FrameProps) {
  const words = useSetupPhrases();
  const { language } = useSettings();
  const steps = listSteps(setup);
  const [current, setCurrent] = useState(() => firstOpen(steps));
  const View = views[current];
  const number = steps.findIndex(({ name }) => name === current) + 1;
  const title = fill(words.titleFor, { name: setup.name });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(setup.expiresAt);
  useTitle(`${words.steps[current]} · ${words.title}`);

  const place = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus when the step changes
  useEffect(() => {
    if (!isFirst.current) {
      window.scrollTo(0, 0);
      place.current?.querySelector<HTMLElement>('h2')?.focus();
    }
    isFirst.current = false;
  }, [current]);

  return (
    <div className="page setup logto_page-container">
      <ConnectionNotice />
      <header className="setup-bar">
        <Logo />
        <h1>{title}</h1>
      </header>
      <div className="setup-body">
        <nav aria-label={words.title}>
          <p className="setup-progress">{fill(words.progress, { number, total: steps.length })}</p>
          <ol className="setup-steps">
            {steps.map((step, index) => (
              <li key={step.name}>
                <StepButton step={step} number={index + 1} isCurrent={step.name === current} open={setCurrent} />
              </li>
            ))}
          </ol>
        </nav>
        <main ref={place} className="setup-main">
          <PortalContext value={{ setup, update, end, next: () => setCurrent(steps[number]?.name ?? 'finish') }}>
            <View key={current} />
          </PortalContext>
          <p className="setup-until">{fill(words.until, { date })}</p>
        </main>
      </div>
      <Footer withTerms />
    </div>
  );
}

type StepButtonProps = { step: Step; number: number; isCurrent: boolean; open: (name: StepName) => void };

function StepButton({ step: { name, isDone, isOpen }, number, isCurrent, open }: StepButtonProps) {
  const words = useSetupPhrases();
  return (
    <button
      type="button"
      className={isDone ? 'setup-step done' : 'setup-step'}
      aria-current={isCurrent ? 'step' : undefined}
      disabled={!isOpen}
      onClick={() => open(name)}
    >
      <span className="setup-number" aria-hidden="true">
        {isDone ? <Icon name="check" size={14} /> : number}
      </span>
      {words.steps[name]}
      {isDone && <span className="visually-hidden"> ({words.done})</span>}
    </button>
  );
}
