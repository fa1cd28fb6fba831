import { ProviderLogo } from '../../parts/provider-logo.tsx';
import { Card, Row, Rows } from '../parts/card.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccountSettings } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import './links.css';

/** Accounts at identity providers of companies. The company decides about them, so they cannot be unlinked here. */
export function CompanyCard() {
  const { links: words } = useAccountPhrases();
  const { experience } = useAccountSettings();
  const { account } = useAccount();
  const identities = account.ssoIdentities ?? [];
  if (identities.length === 0) {
    return null;
  }
  return (
    <Card title={words.company} help={words.companyHelp}>
      <Rows>
        {identities.map(({ id, ssoConnectorId, issuer, identityId, detail }) => {
          const connector = experience.ssoConnectors.find((one) => one.id === ssoConnectorId);
          const name = connector?.connectorName ?? issuer;
          const { name: person, email } = detail as { name?: unknown; email?: unknown };
          return (
            <Row
              key={id}
              label={
                <span className="provider">
                  {connector && (
                    <ProviderLogo
                      provider={{ logo: connector.logo, logoDark: connector.darkLogo ?? null }}
                      name={name}
                      isPlain={false}
                    />
                  )}
                  {name}
                </span>
              }
              value={[email, person].find((text) => typeof text === 'string' && text !== '')?.toString() ?? identityId}
            />
          );
        })}
      </Rows>
    </Card>
  );
}
