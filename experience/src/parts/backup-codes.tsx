import { fill } from '../platform/languages.ts';
import { usePhrases } from '../platform/phrases.ts';
import { CopyButton, saveFile } from './copy-and-save.tsx';
import './factors.css';

type BackupCodesProps = {
  codes: readonly string[];
  /** Whose codes they are, for the file and the printed page. */
  owner: string;
  /** The id of the text about the codes. */
  describedBy?: string;
};

/** New backup codes, and the ways to keep them: copied, as a file, and on paper. */
export function BackupCodes({ codes, owner, describedBy }: BackupCodesProps) {
  const { factors: words } = usePhrases();
  const title = fill(words.codesFile, { name: owner });
  const save = () => saveFile('backup-codes.txt', new Blob([`${title}\n\n${codes.join('\n')}\n`]));
  return (
    <>
      <div className="print-area">
        <p className="print-title">{title}</p>
        <ul className="backup-codes" aria-label={words.names.BackupCode} aria-describedby={describedBy} dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="code-actions">
        <CopyButton text={codes.join('\n')} />
        <button type="button" className="button small" onClick={save}>
          {words.download}
        </button>
        <button type="button" className="button small" onClick={() => window.print()}>
          {words.print}
        </button>
      </div>
    </>
  );
}
