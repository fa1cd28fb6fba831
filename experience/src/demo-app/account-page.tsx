import { useEffect, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { fill } from '../platform/languages.ts';
import { ClaimsTable, formatTime } from './claims-table.tsx';
import { Failure } from './failure.tsx';
import { Card } from './frame.tsx';
import { useDemoPhrases } from './phrases.ts';
import { readUserInfo, refreshSession, type Session, signOut } from './session.ts';
import { TokenRow } from './token-row.tsx';

export function AccountPage({ opened }: { opened: Session }) {
  const { account } = useDemoPhrases();
  const [session, setSession] = useState(opened);
  const [error, setError] = useState<unknown>();
  const [news, setNews] = useState('');

  async function refresh() {
    setError(undefined);
    setNews('');
    try {
      setSession(await refreshSession(session));
      setNews(account.refreshed);
    } catch (failure) {
      setError(failure);
    }
  }

  return (
    <>
      <section className="demo-hello">
        <Greeting claims={session.claims} />
        <div className="demo-actions">
          {session.refreshToken && (
            <button type="button" className="button" onClick={refresh}>
              <Icon name="refresh" size={18} />
              {account.refresh}
            </button>
          )}
          <button type="button" className="button" onClick={() => signOut(session).catch(setError)}>
            {account.signOut}
          </button>
        </div>
        <p className="demo-news" role="status">
          {news}
        </p>
      </section>
      {error !== undefined && <Failure error={error} />}
      <Card title={account.idClaims} help={account.idClaimsHelp}>
        <ClaimsTable claims={session.claims} label={account.idClaims} />
      </Card>
      <Card title={account.userInfo} help={account.userInfoHelp}>
        <UserInfo session={session} />
      </Card>
      <Card title={account.tokens} help={account.tokensHelp}>
        <Tokens session={session} />
      </Card>
    </>
  );
}

function Greeting({ claims }: { claims: Session['claims'] }) {
  const { account } = useDemoPhrases();
  const name = [claims.name, claims.username, claims.email].find((claim) => typeof claim === 'string' && claim);
  const picture = typeof claims.picture === 'string' ? claims.picture : undefined;
  const letter = String(name ?? claims.sub)
    .charAt(0)
    .toUpperCase();
  return (
    <div className="demo-person">
      {picture ? (
        <img className="demo-face" src={picture} alt="" />
      ) : (
        <span className="demo-face" aria-hidden="true">
          {letter}
        </span>
      )}
      <div>
        <h1>{name ? fill(account.hello, { name: String(name) }) : account.nameless}</h1>
        <code>{claims.sub}</code>
      </div>
    </div>
  );
}

function UserInfo({ session }: { session: Session }) {
  const { account, loading } = useDemoPhrases();
  const [claims, setClaims] = useState<Record<string, unknown>>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    setError(undefined);
    readUserInfo(session).then(setClaims, setError);
  }, [session]);
  if (error !== undefined) {
    return <Failure error={error} />;
  }
  return claims ? <ClaimsTable claims={claims} label={account.userInfo} /> : <p className="demo-none">{loading}</p>;
}

function Tokens({ session }: { session: Session }) {
  const { token } = useDemoPhrases();
  const until = session.expiresAt && fill(token.expires, { time: formatTime(session.expiresAt) });
  return (
    <>
      <TokenRow name={token.id} token={session.idToken} />
      <TokenRow name={token.access} token={session.accessToken} note={until || undefined} />
      {session.refreshToken ? (
        <TokenRow name={token.refresh} token={session.refreshToken} />
      ) : (
        <article className="demo-token">
          <h3>{token.refresh}</h3>
          <p className="demo-none">{token.noRefresh}</p>
        </article>
      )}
    </>
  );
}
