import { isWebUrl, type JsonObject } from '@postern/contracts/fields';
import {
  type Connector,
  type ConnectorFactory,
  type CreateConnector,
  configPathOf,
  type UpdateConnector,
} from '@postern/contracts/messages/connectors';
import { googleFactoryId } from '@postern/contracts/wire';
import i18next from 'i18next';
import type { Path } from 'react-hook-form';
import { z } from 'zod';
import type { Landing } from '#platform/form/submit.ts';
import {
  type ConfigValues,
  checkConfig,
  configOfValues,
  fieldName,
  isShown,
  jsonProblem,
  valuesOfConfig,
} from './config-form.ts';

type OneTapValues = { isEnabled: boolean; autoSelect: boolean; closeOnTapOutside: boolean; itpSupport: boolean };

export type ConnectorValues = {
  name: string;
  target: string;
  logo: string;
  logoDark: string;
  syncProfile: string;
  enableTokenStorage: boolean;
  trustAddresses: boolean;
  config: ConfigValues;
  /** The whole config as text, for factories without a form. */
  configText: string;
  oneTap: OneTapValues;
};

/** A factory, or a connector, which repeats the properties of its factory. */
export type FormSource = Pick<
  ConnectorFactory,
  'type' | 'formItems' | 'isStandard' | 'isTokenStorageSupported' | 'trustAddressesByDefault' | 'configTemplate'
> & { factoryId: string };

export const sourceOf = (connector: Connector): FormSource => ({ ...connector, factoryId: connector.connectorId });
export const hasOneTap = ({ factoryId }: FormSource) => factoryId === googleFactoryId;

const itemsOf = ({ formItems }: FormSource) => formItems ?? [];

/** Without items the config is edited as text. */
export const hasFields = (source: FormSource) => itemsOf(source).length > 0;

const textOfConfig = (config: JsonObject, { configTemplate }: FormSource) =>
  Object.keys(config).length > 0 ? JSON.stringify(config, null, 2) : (configTemplate ?? '{}');

function oneTapOf(config: JsonObject): OneTapValues {
  const given = typeof config.oneTap === 'object' && config.oneTap !== null ? config.oneTap : {};
  const isOn = (name: string, otherwise: boolean) => {
    const value: unknown = Reflect.get(given, name);
    return typeof value === 'boolean' ? value : otherwise;
  };
  return {
    isEnabled: isOn('isEnabled', false),
    autoSelect: isOn('autoSelect', false),
    closeOnTapOutside: isOn('closeOnTapOutside', true),
    itpSupport: isOn('itpSupport', true),
  };
}

export function newValues(source: FormSource): ConnectorValues {
  return {
    name: '',
    target: '',
    logo: '',
    logoDark: '',
    syncProfile: 'once',
    enableTokenStorage: false,
    trustAddresses: source.trustAddressesByDefault ?? false,
    config: valuesOfConfig(itemsOf(source), {}),
    configText: textOfConfig({}, source),
    oneTap: oneTapOf({}),
  };
}

export function valuesOf(connector: Connector): ConnectorValues {
  const { metadata, config } = connector;
  const source = sourceOf(connector);
  return {
    name: metadata.name?.en ?? '',
    target: connector.target,
    logo: metadata.logo ?? '',
    logoDark: metadata.logoDark ?? '',
    syncProfile: connector.syncProfile ? 'always' : 'once',
    enableTokenStorage: connector.enableTokenStorage,
    trustAddresses: connector.trustAddresses,
    config: valuesOfConfig(itemsOf(source), config),
    configText: textOfConfig(config, source),
    oneTap: oneTapOf(config),
  };
}

const logo = z
  .string()
  .trim()
  .max(65_536)
  .refine((url) => url === '' || isWebUrl(url) || url.startsWith('data:image/'), {
    error: () => i18next.t('fields.webUrl'),
  });
const ownName = z.string().trim().min(1).max(128);
const anyText = z.string();
const OneTap = z.object({
  isEnabled: z.boolean(),
  autoSelect: z.boolean(),
  closeOnTapOutside: z.boolean(),
  itpSupport: z.boolean(),
});

/** Validates what can be checked here; the factory on the server checks the rest. */
export function connectorSchema(source: FormSource): z.ZodType<ConnectorValues, ConnectorValues> {
  return z.object({
    name: source.isStandard ? ownName : anyText,
    target: source.isStandard ? ownName : anyText,
    logo,
    logoDark: logo,
    syncProfile: z.string(),
    enableTokenStorage: z.boolean(),
    trustAddresses: z.boolean(),
    config: z.custom<ConfigValues>().superRefine((values, context) => {
      for (const { field, message } of checkConfig(itemsOf(source), values)) {
        context.addIssue({ code: 'custom', message, path: [field] });
      }
    }),
    configText: z.string().superRefine((text, context) => {
      const message = hasFields(source) ? undefined : jsonProblem(text);
      if (message) {
        context.addIssue({ code: 'custom', message });
      }
    }),
    oneTap: OneTap,
  });
}

/** The config of the form values; `kept` is the stored config. */
export function configOf(source: FormSource, values: ConnectorValues, kept: JsonObject): JsonObject {
  if (!hasFields(source)) {
    return JSON.parse(values.configText);
  }
  const config = configOfValues(itemsOf(source), values.config, kept);
  return hasOneTap(source) ? { ...config, oneTap: values.oneTap } : config;
}

const metadataOf = ({ name, logo: light, logoDark }: ConnectorValues, kept: Connector['metadata']) => ({
  name: { ...kept.name, en: name },
  logo: light,
  logoDark,
});

function settingsOf(source: FormSource, values: ConnectorValues, kept: JsonObject): UpdateConnector {
  return {
    config: configOf(source, values, kept),
    ...(source.type === 'Social'
      ? { syncProfile: values.syncProfile === 'always', trustAddresses: values.trustAddresses }
      : {}),
    ...(source.isTokenStorageSupported ? { enableTokenStorage: values.enableTokenStorage } : {}),
  };
}

export function createBody(id: string, source: FormSource, values: ConnectorValues): CreateConnector {
  return {
    id,
    connectorId: source.factoryId,
    ...settingsOf(source, values, {}),
    ...(source.isStandard ? { metadata: { ...metadataOf(values, {}), target: values.target } } : {}),
  };
}

export function updateBody(connector: Connector, values: ConnectorValues): UpdateConnector {
  const source = sourceOf(connector);
  return {
    ...settingsOf(source, values, connector.config),
    ...(source.isStandard ? { metadata: metadataOf(values, connector.metadata) } : {}),
  };
}

/** The field of a server error: `config.templates.0.subject` maps to the templates field. */
export function landingOf(source: FormSource, values: () => ConnectorValues): Landing<ConnectorValues> {
  return {
    codes: {
      'connector.multiple_target_with_same_platform': 'target',
      'connector.should_specify_target': 'target',
    },
    field: (path): Path<ConnectorValues> | undefined => {
      const [part, ...steps] = path.split('.');
      const key = steps[0] ?? '';
      if (part === 'metadata') {
        return key === 'name' || key === 'target' || key === 'logo' || key === 'logoDark' ? key : undefined;
      }
      if (part !== 'config') {
        return undefined;
      }
      // An error at a hidden field would not be visible.
      const item = itemsOf(source)
        .filter((one) => isShown(one, values().config))
        .find((one) => configPathOf(one).every((step, index) => step === steps[index]));
      return item && `config.${fieldName(item.key)}`;
    },
  };
}
