import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { Card } from '../parts/card.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import './other-data.css';

type OtherDataProps = { known: readonly CustomProfileField[]; customData: Record<string, unknown> };

/** Custom data that no field asks for, shown as stored. */
export function OtherData({ known, customData }: OtherDataProps) {
  const { profile: words } = useAccountPhrases();
  const names = new Set(known.map(({ name }) => name));
  const others = Object.entries(customData).filter(([name]) => !names.has(name));
  if (others.length === 0) {
    return null;
  }
  return (
    <Card title={words.other} help={words.otherHelp}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what may have to be scrolled must be reached by keyboard */}
      <pre className="other-data" tabIndex={0} dir="ltr">
        {JSON.stringify(Object.fromEntries(others), null, 2)}
      </pre>
    </Card>
  );
}
