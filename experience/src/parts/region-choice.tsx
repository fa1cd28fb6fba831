import { useMemo } from 'react';
import { callingCodeOf, listRegions } from '../platform/phones.ts';
import { usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { Icon } from './icons.tsx';

/** The country of a phone number, at the start of its field: a short code over the native select. */
export function RegionChoice({ region, onChoose }: { region: string; onChoose: (region: string) => void }) {
  const { identifier } = usePhrases();
  const { language } = useSettings();
  const regions = useMemo(() => listRegions(language), [language]);
  return (
    <span className="region">
      <span aria-hidden="true">+{callingCodeOf(region)}</span>
      <Icon name="chevron-down" size={16} />
      <select
        name="region"
        aria-label={identifier.country}
        value={region}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {regions.map((one) => (
          <option key={one.region} value={one.region}>
            {one.name} +{one.code}
          </option>
        ))}
      </select>
    </span>
  );
}
