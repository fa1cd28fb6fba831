import { saveFile } from '../../parts/copy-and-save.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { Card } from '../parts/card.tsx';
import { PageAlert, useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccountSettings } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { fetchData } from './calls.ts';
import { DeleteCard } from './delete-card.tsx';
import './data.css';

/** Data export, and account deletion if the tenant allows it or has a page for it. */
export function DataPage() {
  const { accountCenter } = useAccountSettings();
  return (
    <>
      <ExportCard />
      {accountCenter.deleteAccountUrl ? (
        <DeletePageCard url={accountCenter.deleteAccountUrl} />
      ) : (
        accountCenter.deleteAccount && <DeleteCard />
      )}
    </>
  );
}

/** The tenant deletes accounts on a page of its own. */
function DeletePageCard({ url }: { url: string }) {
  const { data: words } = useAccountPhrases();
  return (
    <Card title={words.deleteTitle} help={words.deleteElsewhere}>
      <div className="card-actions">
        <a className="button small danger" href={url} rel="noreferrer">
          {words.deleteAction}
        </a>
      </div>
    </Card>
  );
}

const today = () => new Date().toISOString().slice(0, 10);

function ExportCard() {
  const { data: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const { send, busy, slow, alert } = useSending(undefined, { stays: true });

  const download = (format: 'json' | 'html') => async () => {
    const isDone = await withProof(async (proof) =>
      saveFile(`account-${today()}.${format}`, await fetchData(format, proof)),
    );
    if (isDone) {
      showSuccess(words.done);
    }
  };

  return (
    <Card title={words.exportTitle} help={words.exportText}>
      <div className="card-actions">
        {(['json', 'html'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className="button small"
            aria-disabled={busy}
            onClick={() => send(download(format))}
          >
            {words[format]}
          </button>
        ))}
        {slow && <span className="spinner" />}
      </div>
      <PageAlert alert={alert} />
    </Card>
  );
}
