import { meSocialApi } from '@postern/contracts/account/me';
import type { Connector } from '@postern/contracts/messages/connectors';
import type { User } from '@postern/contracts/people/users';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sayIn } from '#features/messages/connectors/shared/say-in.ts';
import { handleSocialPath, profilePath, verifyPasswordPath } from '#paths/profile.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { config } from '#platform/config.ts';
import { alert, confirm } from '#platform/feedback/dialogs.ts';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';
import { isProofFresh, useAction, useOuterGo, useStartOver } from './action.ts';
import { dueFactors, withFactor } from './ask-factor.ts';
import { listenForAnswers, type SocialAnswer } from './social-channel.ts';

type Way = { connectorId: string; state: string };

/** Kept in the window, so that a reload while the pop-up is open does not lose the account. */
const keepWay = (way: Way) => writeJson(sessionStorage, storageKeys.linkingAccount, way);

function takeWay({ state }: SocialAnswer): Way | undefined {
  const way = readJson<Way>(sessionStorage, storageKeys.linkingAccount);
  if (!way?.connectorId || way.state !== state) {
    return undefined;
  }
  sessionStorage.removeItem(storageKeys.linkingAccount);
  return way;
}

const redirectUri = `${location.origin}${config.base}${handleSocialPath.path}`;

/** Opens the provider's popup and links the returned account. */
export function useLinkAccount(me: User, connectors: readonly Connector[] | undefined) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const begin = useWrite(meSocialApi.authorizationUri, { quiet: true });
  const startOver = useStartOver({ action: 'linkAccount' });
  useFinishLink();

  const open = useCallback(
    async (connectorId: string) => {
      const popup = openPopup();
      if (!popup) {
        showError(t('ownProfile.accounts.popupBlocked'));
        return;
      }
      const state = randomState();
      keepWay({ connectorId, state });
      try {
        const answer = await startOver(() =>
          begin.mutateAsync({ body: { connectorId, state, redirectUri } }).catch((error: unknown) => {
            if (dueFactors(error)) {
              // It would cover the dialog that asks for the second factor.
              popup.close();
            }
            throw error;
          }),
        );
        if (answer && !popup.closed) {
          popup.location.replace(answer.redirectTo);
          return;
        }
        if (answer) {
          // The factor counts for ten minutes.
          await go(profilePath, { action: 'linkAccount', connectorId }, true);
        }
      } catch (error) {
        showFailure(error);
      }
      popup.close();
    },
    [begin.mutateAsync, startOver, go, t],
  );
  useResume(connectors, open);

  return (connector: Connector) =>
    me.hasPassword && !isProofFresh()
      ? void go(verifyPasswordPath, { action: 'linkAccount', connectorId: connector.id })
      : void open(connector.id);
}

/** After verifying the password one more click is needed, because browsers block popups without one. */
function useResume(connectors: readonly Connector[] | undefined, open: (connectorId: string) => Promise<void>) {
  const { t, i18n } = useTranslation();
  const go = useOuterGo();
  const action = useAction();
  const wanted = action?.action === 'linkAccount' ? action.connectorId : undefined;
  const connector = connectors?.find(({ id }) => id === wanted);
  const name = connector && sayIn(connector.name, i18n.language);
  useEffect(() => {
    if (!connector || !name) {
      return;
    }
    void go(profilePath, {}, true);
    void confirm({
      title: t('ownProfile.accounts.linkWhat', { what: name }),
      body: t('ownProfile.accounts.proceed', { name }),
      confirm: t('ownProfile.continue'),
    }).then((goesOn) => (goesOn ? open(connector.id) : undefined));
  }, [connector, name, go, open, t]);
}

/** Handles the response of the popup if it matches this page's request. */
function useFinishLink(): void {
  const { t } = useTranslation();
  const link = useWrite(meSocialApi.link, {
    quiet: true,
    onDone: () => showSuccess(t('ownProfile.accounts.linked')),
  });
  const finish = useCallback(
    async ({ error, ...answer }: SocialAnswer) => {
      const way = takeWay(answer);
      if (!way) {
        return;
      }
      if (error !== undefined) {
        showError(t('ownProfile.accounts.cancelled'), { seconds: 6 });
        return;
      }
      try {
        await link.mutateAsync({ body: { connectorId: way.connectorId, connectorData: { ...answer, redirectUri } } });
      } catch (failure) {
        if (failure instanceof RequestError && failure.code === 'user.identity_already_in_use') {
          await alert({ title: t('ownProfile.refused'), body: failure.message, close: t('actions.gotIt') });
        } else {
          showFailure(failure);
        }
      }
    },
    [link.mutateAsync, t],
  );
  useEffect(() => listenForAnswers((answer) => void finish(answer)), [finish]);
}

/** Unlinks after a warning: without another sign-in method the person would be locked out. */
export function useUnlinkAccount() {
  const { t } = useTranslation();
  const write = useWrite(meSocialApi.unlink, {
    quiet: true,
    onDone: () => showSuccess(t('ownProfile.accounts.unlinked')),
  });
  return async ({ id: connectorId }: Connector, name: string) => {
    const isSure = await confirm({
      title: t('ownProfile.accounts.unlinkTitle', { name }),
      body: t('ownProfile.accounts.unlinkBody', { name }),
      confirm: t('ownProfile.accounts.unlink'),
      danger: true,
    });
    if (isSure) {
      await withFactor(() => write.mutateAsync({ params: { connectorId } })).catch(showFailure);
    }
  };
}

const width = 600;
const height = 640;

/** Opens an empty popup centered over this window; null if the browser blocks it. */
function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return window.open('', 'postern-social', `popup,width=${width},height=${height},left=${left},top=${top}`);
}

const stateLetters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const stateLength = 8;

/** Binds a provider's response to the request of this page. */
const randomState = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(stateLength)),
    (byte) => stateLetters[byte % stateLetters.length],
  ).join('');
