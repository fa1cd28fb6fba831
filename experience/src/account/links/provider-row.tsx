import type { Account } from '@postern/contracts/account/account';
import type { AccountWays } from '@postern/contracts/account/account-verifications';
import { useState } from 'react';
import { ProviderLogo } from '../../parts/provider-logo.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { fill } from '../../platform/languages.ts';
import { type Provider, providerName } from '../../platform/providers.ts';
import { keepsWayIn } from '../keeps-way-in.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { PageAlert, useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callLinks } from './calls.ts';
import { leaveToLink } from './link-provider.ts';
import './links.css';

type ProviderRowProps = { target: string; provider?: Provider; ways: AccountWays };

/** The person's name at the provider, as the provider reports it. */
function whoIs({ details, userId }: NonNullable<Account['identities']>[string]): string {
  const { name, email } = (details ?? {}) as { name?: unknown; email?: unknown };
  return [name, email].find((text): text is string => typeof text === 'string' && text !== '') ?? userId;
}

export function ProviderRow({ target, provider, ways }: ProviderRowProps) {
  const { links: words } = useAccountPhrases();
  const settings = useAccountSettings();
  const { account } = useAccount();
  const { isEditable } = useAccess();
  const { askIfPossible } = useVerifyIdentity();
  const { send, alert } = useSending(undefined, { stays: true });
  const [isLeaving, setLeaving] = useState(false);
  const name = provider ? providerName(provider, settings.language) : target;
  const identities = account.identities ?? {};
  const identity = identities[target];
  const others = Object.keys(identities).filter((one) => one !== target);
  const isLast = identity && !keepsWayIn({ account, ways }, settings, { targets: others });

  async function link({ id }: Provider) {
    const proof = await askIfPossible();
    if (proof !== undefined) {
      await leaveToLink(id, proof);
    }
  }

  return (
    <>
      <Row
        label={
          <span className="provider">
            {provider && <ProviderLogo provider={provider} name={name} isPlain={false} />}
            {name}
          </span>
        }
        value={
          identity ? (
            <>
              {whoIs(identity)}
              {isLast && <span className="row-note">{words.last}</span>}
            </>
          ) : (
            <span className="unset">{words.notLinked}</span>
          )
        }
        actions={
          isEditable('social') && (
            <>
              {!identity && provider && (
                <RowButton action={words.link} what={name} onClick={() => send(() => link(provider))} />
              )}
              {identity && !isLast && (
                <RowButton action={words.unlink} what={name} isDanger onClick={() => setLeaving(true)} />
              )}
            </>
          )
        }
      />
      <PageAlert alert={alert} />
      {isLeaving && <Unlink target={target} name={name} onClose={() => setLeaving(false)} />}
    </>
  );
}

function Unlink({ target, name, onClose }: { target: string; name: string; onClose: () => void }) {
  const { links: words } = useAccountPhrases();
  const showSuccess = useShowSuccess();
  const { changed } = useAccount();
  const { withProofIfPossible } = useVerifyIdentity();
  return (
    <ConfirmDialog
      title={fill(words.unlinkTitle, { name })}
      text={words.unlinkText}
      action={words.unlink}
      onClose={onClose}
      run={async () => {
        if (await withProofIfPossible((proof) => callLinks('unlinkIdentity', { params: { target }, proof }))) {
          await changed();
          showSuccess(fill(words.unlinked, { name }));
          onClose();
        }
      }}
    />
  );
}
