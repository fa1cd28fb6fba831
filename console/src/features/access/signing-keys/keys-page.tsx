import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cards } from '#platform/detail/cards.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { KeyCard } from './key-card.tsx';
import { useRotateCookieKeys } from './rotate-cookie-keys.ts';
import { RotateDialog } from './rotate-dialog.tsx';

export function KeysPage() {
  const { t } = useTranslation();
  const [isRotating, setIsRotating] = useState(false);
  const rotateCookieKeys = useRotateCookieKeys();
  return (
    <PageBody>
      <PageHeader title={t('nav.signingKeys')} purpose={t('signingKeys.purpose')} />
      <Cards>
        <KeyCard keyType="private-keys" onRotate={() => setIsRotating(true)} />
        <KeyCard keyType="cookie-keys" onRotate={() => void rotateCookieKeys()} />
      </Cards>
      {isRotating && <RotateDialog onClose={() => setIsRotating(false)} />}
    </PageBody>
  );
}
