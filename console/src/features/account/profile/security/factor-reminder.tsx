import { lazyRouteComponent } from '@tanstack/react-router';
import { loadPhrases } from '#platform/i18n/setup.ts';
import { useAcknowledged } from '#platform/preferences.ts';

const Card = lazyRouteComponent(async () => {
  const [part] = await Promise.all([import('./factor-card.tsx'), loadPhrases(['ownSecurity'])]);
  return { FactorCard: part.FactorCard };
}, 'FactorCard');

/** Recommends a second factor from the first sign-in on, until the person has one or dismisses it. */
export function FactorReminder() {
  const { isRead, acknowledge } = useAcknowledged('secondFactorCardDismissed');
  return isRead === false ? <Card dismiss={acknowledge} /> : null;
}
