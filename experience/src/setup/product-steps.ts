import { type SsoProduct, type SsoProtocol, ssoSteps } from '@postern/contracts/people/sso-steps';
import { fill } from '../platform/languages.ts';
import type { SetupPhrases } from './phrases.ts';

/** What to do in the administration of a product. Its names there are not translated. */
export function stepsFor(product: SsoProduct, protocol: SsoProtocol, { register, connect }: SetupPhrases): string[] {
  const { steps } = register;
  const values = {
    redirectUri: register.redirectUri,
    acsUrl: register.assertionConsumerServiceUrl,
    entityId: register.entityId,
    issuer: connect.issuer,
    clientId: connect.clientId,
    clientSecret: connect.clientSecret,
    metadataUrl: connect.metadataUrl,
    metadata: connect.metadata,
  };
  return ssoSteps[product][protocol].map((step) => {
    switch (step.does) {
      case 'paste':
      case 'copy':
        return fill(steps[step.does], { field: step.field, value: values[step.value] });
      case 'enter':
        return fill(step.text.includes('{') ? steps.enterOwn : steps.enter, {
          text: step.text,
          value: values[step.value],
        });
      case 'enable':
        return steps.enable;
      default:
        return fill(steps[step.does], step);
    }
  });
}
