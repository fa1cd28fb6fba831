import type { SignInRequest } from '@postern/contracts/sign-in/sign-in-requests';
import { useSending } from '../../parts/use-sending.ts';
import { fill } from '../../platform/languages.ts';
import { Card, Row, Rows } from '../parts/card.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { PageAlert, useShowSuccess } from '../parts/messages.tsx';
import { printMoment } from '../parts/print.ts';
import { useAccountPhrases } from '../phrases.ts';
import { callRequests } from './calls.ts';
import './requests.css';

const load = () => callRequests('list');

/** Sign-ins elsewhere that applications ask the person to approve. */
export function RequestsPage() {
  const { requests: words } = useAccountPhrases();
  const loading = useLoaded(load);
  return (
    <Loaded loading={loading}>
      {(requests) =>
        requests.length === 0 ? (
          <section className="account-empty">
            <p>{words.none}</p>
          </section>
        ) : (
          requests.map((request) => <RequestCard key={request.id} request={request} onChanged={loading.reload} />)
        )
      }
    </Loaded>
  );
}

type RequestCardProps = { request: SignInRequest; onChanged: () => Promise<void> };

function RequestCard({ request, onChanged }: RequestCardProps) {
  const { requests: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { id, application, bindingMessage, expiresAt } = request;
  const { send, busy, alert } = useSending(
    ({ code }) => {
      // Expired, or answered in another tab.
      const hasEnded = code === 'entity.not_found';
      if (hasEnded) {
        showSuccess(words.ended);
        void onChanged();
      }
      return hasEnded;
    },
    { stays: true },
  );
  const answer = (isApproved: boolean) =>
    send(async () => {
      await callRequests('answer', { params: { id }, body: { isApproved } });
      showSuccess(isApproved ? words.approved : words.refused);
      await onChanged();
    });
  return (
    <Card
      title={fill(words.asks, { name: application.name })}
      help={bindingMessage === null ? words.hint : words.hintMessage}
    >
      {bindingMessage !== null && (
        <Rows>
          <Row label={words.message} value={<bdi className="binding-message">{bindingMessage}</bdi>} />
        </Rows>
      )}
      <p className="request-until">{fill(words.until, { time: printMoment(expiresAt) })}</p>
      <div className="request-answers">
        <button type="button" className="button small" aria-disabled={busy} onClick={() => answer(false)}>
          {words.refuse}
        </button>
        <button type="button" className="button small primary" aria-disabled={busy} onClick={() => answer(true)}>
          {words.approve}
        </button>
      </div>
      <PageAlert alert={alert} />
    </Card>
  );
}
