import { type ConnectorFactory, connectorsApi } from '@postern/contracts/messages/connectors';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { connectorPath } from '#paths/connectors.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { useUnsavedGuard } from '#platform/detail/unsaved-guard.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { useGo } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { ConfigFields } from './config-fields.tsx';
import { CallbackUri, LooksFields, OneTapFields, SyncFields, TokenField, TrustField } from './connector-fields.tsx';
import { connectorSchema, createBody, type FormSource, hasOneTap, landingOf, newValues } from './connector-form.ts';
import classes from './connectors.module.css';
import { tabOf } from './kinds.ts';
import { Tester } from './tester.tsx';

/** The form next to the guide. The id is generated here, so that the callback URI is known before creation. */
export function CreateForm({ factory }: { factory: ConnectorFactory }) {
  const { t } = useTranslation();
  const go = useGo();
  const [id] = useState(makeConnectorId);
  const source = useMemo((): FormSource => ({ ...factory, factoryId: factory.id }), [factory]);
  const form = useForm({ resolver: schemaResolver(connectorSchema(source)), defaultValues: newValues(source) });
  const landing = useMemo(() => landingOf(source, form.getValues), [source, form]);
  const isSocial = factory.type === 'Social';
  const create = useWrite(connectorsApi.create, {
    quiet: true,
    onDone: async (connector) => {
      const params = { tab: tabOf(connector.type), connectorId: connector.id };
      await go(connectorPath, params, { force: true, replace: true });
      showSuccess(t('connectors.created'));
    },
  });
  const submit = useSubmit(form, (values) => create.mutateAsync({ body: createBody(id, source, values) }), landing);
  useUnsavedGuard(form.formState.isDirty);
  return (
    <form className={classes.guideForm} onSubmit={submit} noValidate>
      {isSocial && <PlanNotice of={['socialConnectorsLimit']} />}
      {factory.isStandard && (
        <Part title={t('connectors.looks.title')}>
          <LooksFields control={form.control} isNew />
        </Part>
      )}
      <Part title={t('connectors.form.title')}>
        {isSocial && <CallbackUri id={id} />}
        <ConfigFields control={form.control} source={source} />
      </Part>
      {hasOneTap(source) && (
        <Part title={t('connectors.oneTap.title')}>
          <OneTapFields control={form.control} />
        </Part>
      )}
      {isSocial ? (
        <Part title={t('connectors.sync.title')}>
          <SyncFields control={form.control} />
          <TrustField control={form.control} />
          {factory.isTokenStorageSupported && <TokenField control={form.control} />}
        </Part>
      ) : (
        <Part title={t('connectors.test.title')}>
          <Tester form={form} source={source} kept={{}} />
        </Part>
      )}
      <div className={classes.guideEnd}>
        <BusyButton type="submit" busy={form.formState.isSubmitting}>
          {t('connectors.guide.save')}
        </BusyButton>
      </div>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const idLetters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Generates the id of a new connector, so that its callback URI can be registered at the provider before creation. */
function makeConnectorId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => idLetters[byte % idLetters.length]).join('');
}
