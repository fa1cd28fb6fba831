import { type Action, type ActionType, actionsApi } from '@postern/contracts/sign-in/actions';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import classes from '#features/access/custom-jwt/shared/script.module.css';
import { Workspace } from '#features/access/custom-jwt/shared/workspace.tsx';
import { actionPath, actionsPath } from '#paths/actions.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { JsonField } from '#platform/form/code-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { ActionForm, bodyOf, testOf, valuesOf } from './action-form.ts';
import { useDeleteAction } from './delete.ts';
import { referenceOf } from './reference.ts';
import { TestResult } from './test-result.tsx';

const resolver = schemaResolver(ActionForm);

type ActionWorkspaceProps = { type: ActionType; stored: Action | undefined };

/** The script of an action. */
export function ActionWorkspace({ type, stored }: ActionWorkspaceProps) {
  const { t } = useTranslation();
  const go = useGo();
  const storedValues = useCallback((one: Action | undefined) => valuesOf(type, one), [type]);
  const entriesOf = useCallback((names: readonly string[]) => referenceOf(type, names), [type]);
  const form = useForm({ resolver, defaultValues: storedValues(stored) });
  const { control } = form;
  const write = useWrite(actionsApi.save, { quiet: true });
  const send = useWrite(actionsApi.testReport, { quiet: true });
  const remove = useDeleteAction(() => go(actionsPath, {}, { force: true }));
  return (
    <Workspace
      form={form}
      schema={ActionForm}
      stored={stored}
      valuesOf={storedValues}
      save={(values) => write.mutateAsync({ params: { actionType: type }, body: bodyOf(values) })}
      onCreated={() => go(actionPath, { actionType: type, mode: 'edit' }, { replace: true, force: true })}
      onDelete={() => remove(type)}
      title={t(`signInActions.types.${type}.title`)}
      purpose={t(`signInActions.types.${type}.help`)}
      referenceOf={entriesOf}
      reference={{
        help: t('signInActions.reference.help'),
        failure: t(`signInActions.reference.${type}`),
        docs: 'actions',
      }}
      test={{
        help: t('signInActions.test.help'),
        names: ['event'],
        fields: <JsonField control={control} name="event" label={t('signInActions.test.event')} />,
        send: (values) => send.mutateAsync({ body: testOf(type, values) }),
        isSending: send.isPending,
        show: (report, onReveal) => <TestResult report={report} onReveal={onReveal} />,
      }}
    >
      <div className={classes.block}>
        <SwitchField
          control={control}
          name="enabled"
          label={t('signInActions.enabled')}
          help={t('signInActions.enabledHelp')}
        />
      </div>
      {type === 'postSignIn' && (
        <div className={classes.block}>
          <SwitchField
            control={control}
            name="allowsOnError"
            label={t('signInActions.allow')}
            help={t('signInActions.allowHelp')}
          />
        </div>
      )}
    </Workspace>
  );
}
