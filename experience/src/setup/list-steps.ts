import type { SsoSetup } from '@postern/contracts/people/sso-setup';
import type { SetupPhrases } from './phrases.ts';

export type StepName = keyof SetupPhrases['steps'];
export type Step = { name: StepName; isDone: boolean; isOpen: boolean };

type State = Pick<
  SsoSetup,
  'purposes' | 'canChooseProvider' | 'connector' | 'domains' | 'isTested' | 'directory' | 'status'
>;

/** The steps of a link, in order. A step is open when what it needs is there; DNS records can be added at any time. */
export function listSteps(setup: State): Step[] {
  const { purposes, canChooseProvider, connector, domains, isTested, directory, status } = setup;
  const connects = purposes.includes('connect');
  const isConfigured = connector?.isConfigured === true;
  const isSaml = connector?.providerType === 'saml';
  const steps: (Step & { isPart: boolean })[] = [
    { name: 'provider', isPart: connects && canChooseProvider, isDone: connector !== null, isOpen: true },
    { name: 'register', isPart: connects, isDone: isConfigured, isOpen: connector !== null },
    { name: 'connect', isPart: connects, isDone: isConfigured, isOpen: connector !== null },
    {
      name: 'attributes',
      isPart: connects && isSaml,
      isDone: isTested || connector?.config.attributeMapping !== undefined,
      isOpen: isConfigured,
    },
    { name: 'domain', isPart: purposes.includes('domain'), isDone: domains.some((one) => one.isProven), isOpen: true },
    { name: 'test', isPart: connects, isDone: isTested, isOpen: isConfigured },
    { name: 'directory', isPart: directory !== null, isDone: directory?.isOn === true, isOpen: connector !== null },
    { name: 'finish', isPart: true, isDone: status !== 'open', isOpen: true },
  ];
  return steps.filter(({ isPart }) => isPart).map(({ isPart: _, ...step }) => step);
}

/** Where a returning customer continues. */
export function firstOpen(steps: readonly Step[]): StepName {
  return steps.find(({ isDone, isOpen }) => isOpen && !isDone)?.name ?? 'finish';
}

/** The required steps that are missing before the end. */
export const missingSteps = (steps: readonly Step[]): StepName[] =>
  steps.filter(({ name, isDone }) => !isDone && (name === 'connect' || name === 'domain')).map(({ name }) => name);
