import { Button } from '@mantine/core';
import { domainsApi } from '@postern/contracts/access/domains';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutOfReach } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { config } from '#platform/config.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, ListCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { useTellOutOfReach } from '#platform/feedback/out-of-reach.ts';
import { useDeleteDomain } from '../delete.ts';
import { AddDialog } from './add-dialog.tsx';
import { DomainList } from './domain-list.tsx';
import { LocalTarget } from './local-target.tsx';
import { VerificationFiles } from './verification-files.tsx';

/** The status of a domain changes without an action of the reader. */
const pollMs = 10_000;

/** The custom domains of the tenant, and its default domain. */
export function DomainCards() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const endpoint = useTenantEndpoint();
  const create = useWrite(domainsApi.create, { quiet: true });
  const remove = useDeleteDomain();
  const read = useRead(domainsApi.list, {}, { every: pollMs });
  useTellOutOfReach(!read.data && isOutOfReach(read.error));
  return (
    <Cards>
      <ListCard
        title={t('domains.title')}
        help={t('domains.help')}
        action={
          <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setAdding(true)}>
            {t('domains.add')}
          </Button>
        }
      >
        <LocalTarget host={endpoint && new URL(endpoint).hostname} setting="ENDPOINT" />
        <DomainList
          read={read}
          none={t('domains.none')}
          activeHelp={t('domains.statuses.Active.help')}
          onDelete={(domain) => void remove(domain)}
          more={(domain) => <VerificationFiles domain={domain} />}
        />
      </ListCard>
      <FormCard
        title={t('domains.default.title')}
        help={t('domains.default.help')}
        link={
          <a className="link" href={`${config.docsUrl}/custom-domains`} target="_blank" rel="noreferrer">
            {t('domains.howTo')}
          </a>
        }
      >
        <KeyValues rows={[{ label: t('domains.default.endpoint'), value: endpoint }]} />
      </FormCard>
      {isAdding && (
        <AddDialog
          add={(body) => create.mutateAsync({ body })}
          onClose={() => setAdding(false)}
          example="auth.example.com"
        />
      )}
    </Cards>
  );
}
