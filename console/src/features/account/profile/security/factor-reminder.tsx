import { lazy } from 'react';
import { loadPhrases } from '#platform/i18n/setup.ts';
import { useAcknowledged } from '#platform/preferences.ts';

const Card = lazy(async () => {
  const [part] = await Promise.all([import('./factor-card.tsx'), loadPhrases(['ownSecurity'])]);
  return { default: part.FactorCard };
});

/** Recommends a second factor from the first sign-in on, until the person has one or dismisses it. */
export function FactorReminder() {
  const { isRead, acknowledge } = useAcknowledged('secondFactorCardDismissed');
  return isRead === false ? <Card dismiss={acknowledge} /> : null;
}
