import { nameIdFormats, type SamlClaim, samlBindings } from '@postern/contracts/access/saml-applications';
import { isWebUrl } from '@postern/contracts/fields';
import type { Model } from './model.ts';
import { filled, type Item, item, items, required, text, texts } from './read-fields.ts';

const formats: Record<string, string> = {
  email: nameIdFormats.emailAddress,
  persistent: nameIdFormats.persistent,
  transient: nameIdFormats.transient,
};

const properties: Record<string, SamlClaim> = {
  id: 'sub',
  username: 'username',
  email: 'email',
  firstName: 'given_name',
  lastName: 'family_name',
};

const pem = (content: string | undefined) =>
  content && `-----BEGIN CERTIFICATE-----\n${content.replace(/\s+/g, '')}\n-----END CERTIFICATE-----\n`;

/** The attributes of the mappers. Those that have no equivalent are listed. */
function readMappers(model: Model, clientId: string, mappers: Item[]) {
  const attributeMapping: Partial<Record<SamlClaim, string>> = {};
  const additionalAttributes: { name: string; value: string }[] = [];
  for (const mapper of mappers) {
    const config = item(mapper.config);
    const [name, value] = [text(config['attribute.name']), text(config['attribute.value'])];
    const claim = properties[text(config['user.attribute']) ?? ''];
    if (mapper.protocolMapper === 'saml-user-property-mapper' && name && claim && !attributeMapping[claim]) {
      attributeMapping[claim] = name;
    } else if (mapper.protocolMapper === 'saml-role-list-mapper' && name && !attributeMapping.roles) {
      attributeMapping.roles = name;
    } else if (mapper.protocolMapper === 'saml-hardcode-attribute-mapper' && name && value && !value.includes('{{')) {
      additionalAttributes.push({ name, value });
    } else {
      const reason = `The attribute ${text(mapper.name) ?? name ?? ''} is left out. Map it in the console.`;
      model.misfits.push({ kind: 'application', name: clientId, reason });
    }
  }
  return { attributeMapping, additionalAttributes };
}

/** A SAML client. Its client ID is its entity ID. */
export function readSamlClient(model: Model, client: Item): void {
  const clientId = required(client, 'clientId', 'a client');
  const attributes = item(client.attributes);
  const isOn = (name: string) => text(attributes[name]) === 'true';
  const leaveOut = (reason: string) => model.misfits.push({ kind: 'application', name: clientId, reason });
  const [acsUrl, ...others] = [
    ...new Set(
      [text(attributes.saml_assertion_consumer_url_post), text(client.adminUrl), ...texts(client.redirectUris)].filter(
        (url) => url !== undefined && isWebUrl(url) && !url.includes('*'),
      ),
    ),
  ];
  const format = text(attributes.saml_name_id_format);
  if (!acsUrl) {
    leaveOut('The source has no ACS URL without wildcards. Enter it in the console.');
  }
  if (format && !formats[format]) {
    leaveOut(`The name ID ${format} does not exist here. It gets the ID of the user.`);
  }
  const certificate = pem(text(attributes['saml.signing.certificate']));
  const encryption = pem(text(attributes['saml.encryption.certificate']));
  const logoutUrl = text(attributes.saml_single_logout_service_url_redirect);
  const idpInitiated = text(attributes.saml_idp_initiated_sso_url_name) && {
    ...filled({ relayState: text(attributes.saml_idp_initiated_sso_relay_state) }),
  };
  model.applications.push({
    sourceId: clientId,
    body: { type: 'SAML' },
    secrets: [],
    roles: [],
    saml: filled({
      name: text(client.name) ?? clientId,
      description: text(client.description),
      entityId: clientId,
      acsUrl: acsUrl && { binding: samlBindings.post, url: acsUrl },
      additionalAcsUrls: others,
      nameIdFormat: formats[format ?? ''],
      // Without the flag, a signature that is present is not checked there either.
      requestSigning: isOn('saml.client.signature') ? certificate && { certificate, isRequired: true } : undefined,
      encryption:
        isOn('saml.encrypt') && encryption
          ? { encryptAssertion: true, encryptThenSign: false, certificate: encryption }
          : undefined,
      singleLogoutUrl: logoutUrl,
      idpInitiated,
      ...readMappers(model, clientId, items(client.protocolMappers)),
    }),
  });
  if (isOn('saml.encrypt') && !encryption) {
    leaveOut('The source has no certificate to encrypt assertions. They are not encrypted until you add it.');
  }
  if (isOn('saml.client.signature') && !certificate) {
    leaveOut('The source has no certificate of its requests. Their signatures are not checked until you add it.');
  }
}
