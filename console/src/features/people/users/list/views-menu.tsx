import { Menu } from '@mantine/core';
import { CreateUserView, type UserView, userViewsApi } from '@postern/contracts/people/user-views';
import {
  IconArrowBackUp,
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconHome,
  IconLayoutList,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { CheckBox } from '#platform/form/check-box.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { allUsersView, type View } from './use-view.ts';
import classes from './views.module.css';

/** Saved views: the current one, the others, and actions. */
export function ViewsMenu({ view }: { view: View }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'new' | 'name'>();
  const { views, current, isChanged } = view;
  const groups = [
    { title: t('userList.views.mine'), views: views.filter(({ isMine }) => isMine) },
    { title: t('userList.views.shared'), views: views.filter(({ isMine }) => !isMine) },
  ].filter((group) => group.views.length > 0);
  return (
    <>
      <Menu width={280} position="bottom-end" checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}>
        <Menu.Target>
          <button type="button" className={classes.button} data-set={current ? true : undefined}>
            <IconLayoutList size={16} stroke={1.5} aria-hidden />
            <span className="truncate">{current?.name ?? t('userList.views.button')}</span>
            {isChanged && <span className={classes.changed}>{t('userList.views.changed')}</span>}
            <IconChevronDown size={16} stroke={1.5} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          <Menu.RadioGroup
            value={current?.id ?? allUsersView}
            onChange={(id) => view.open(views.find((one) => one.id === id))}
          >
            <ViewItem value={allUsersView} name={t('userList.views.all')} />
            {groups.map((group) => (
              <div key={group.title}>
                <Menu.Label>{group.title}</Menu.Label>
                {group.views.map(({ id, name, isDefault }) => (
                  <ViewItem key={id} value={id} name={name} isDefault={isDefault} />
                ))}
              </div>
            ))}
          </Menu.RadioGroup>
          {groups.length === 0 && <p className={classes.hint}>{t('userList.views.none')}</p>}
          <Menu.Divider />
          <ViewItems view={view} onSaveAs={() => setAsking('new')} onRename={() => setAsking('name')} />
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <ViewDialog
          renamed={asking === 'name' ? current : undefined}
          content={view.content}
          onSaved={(saved: UserView) => asking === 'new' && view.open(saved)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function ViewItem({ value, name, isDefault }: { value: string; name: string; isDefault?: boolean }) {
  const { t } = useTranslation();
  return (
    <Menu.RadioItem value={value} closeMenuOnClick>
      <span className={classes.name}>
        <span className="truncate" title={name}>
          {name}
        </span>
        {isDefault && <span className={classes.changed}>{t('userList.views.isDefault')}</span>}
      </span>
    </Menu.RadioItem>
  );
}

const icon = { size: 18, stroke: 1.5 } as const;

type ViewItemsProps = { view: View; onSaveAs: () => void; onRename: () => void };

/** Actions for the current view, and saving the current state as a view. */
function ViewItems({ view, onSaveAs, onRename }: ViewItemsProps) {
  const { t } = useTranslation();
  const { current, isChanged, content, open } = view;
  const update = useWrite(userViewsApi.update);
  const remove = useWrite(userViewsApi.remove, {
    onDone: () => {
      open(undefined, true);
      showSuccess(t('userList.views.deleted'));
    },
  });
  if (!current) {
    return (
      <Menu.Item leftSection={<IconPlus {...icon} />} onClick={onSaveAs}>
        {t('userList.views.saveAs')}
      </Menu.Item>
    );
  }
  const params = { id: current.id };
  const change = async (body: Parameters<typeof update.mutateAsync>[0]['body'], said: string) => {
    const saved = await update.mutateAsync({ params, body });
    showSuccess(said);
    return saved;
  };
  const askAndDelete = async () => {
    const confirmed = await confirm({
      title: t('userList.views.deleteTitle', { name: current.name }),
      body: t(current.isShared ? 'userList.views.deleteShared' : 'userList.views.deleteBody'),
      confirm: t('userList.views.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params });
    }
  };
  return (
    <>
      {isChanged && (
        <>
          <Menu.Item
            leftSection={<IconDeviceFloppy {...icon} />}
            onClick={() => void change(content, t('userList.views.saved')).then((saved) => open(saved, true))}
          >
            {t('userList.views.saveChanges')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowBackUp className="flip" {...icon} />} onClick={() => open(current, true)}>
            {t('userList.views.discardChanges')}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconPlus {...icon} />} onClick={onSaveAs}>
        {t('userList.views.saveAs')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
        {t('userList.views.rename')}
      </Menu.Item>
      {(current.isMine || !current.isShared) && (
        <Menu.Item
          leftSection={<IconUsersGroup {...icon} />}
          onClick={() =>
            void change(
              { isShared: !current.isShared },
              t(current.isShared ? 'userList.views.unshared' : 'userList.views.isShared'),
            )
          }
        >
          {t(current.isShared ? 'userList.views.unshare' : 'userList.views.share')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={current.isDefault ? <IconHome {...icon} /> : <IconBookmark {...icon} />}
        onClick={() =>
          void change(
            { isDefault: !current.isDefault },
            t(current.isDefault ? 'userList.views.defaultDropped' : 'userList.views.defaultSet'),
          )
        }
      >
        {t(current.isDefault ? 'userList.views.dropDefault' : 'userList.views.makeDefault')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => void askAndDelete()}>
        {t('userList.views.delete')}
      </Menu.Item>
    </>
  );
}

type ViewDialogProps = {
  /** Undefined when a new view is saved. */
  renamed: UserView | undefined;
  content: View['content'];
  onSaved: (view: UserView) => void;
  onClose: () => void;
};

const ViewForm = z.object({ name: CreateUserView.shape.name, isShared: z.boolean() });
const landing = { codes: { 'user_view.name_in_use': 'name', 'user_view.too_many': 'name' } } as const;

/** Asks for the name of a view and, for a new one, whether to share it. */
function ViewDialog({ renamed, content, onSaved, onClose }: ViewDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    resolver: schemaResolver(ViewForm),
    defaultValues: { name: renamed?.name ?? '', isShared: renamed?.isShared ?? false },
  });
  const onDone = (view: UserView) => {
    onClose();
    onSaved(view);
    showSuccess(t('userList.views.saved'));
  };
  const create = useWrite(userViewsApi.create, { quiet: true, onDone });
  const update = useWrite(userViewsApi.update, { quiet: true, onDone });
  const submit = useSubmit(
    form,
    ({ name, isShared }) =>
      renamed
        ? update.mutateAsync({ params: { id: renamed.id }, body: { name } })
        : create.mutateAsync({ body: { name, isShared, ...content } }),
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t(renamed ? 'userList.views.renameTitle' : 'userList.views.saveTitle')}
      description={renamed ? undefined : t('userList.views.saveHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('userList.views.save')}
    >
      <TextField control={form.control} name="name" label={t('userList.views.name')} autoFocus />
      {!renamed && (
        <CheckBox
          checked={form.watch('isShared')}
          label={t('userList.views.share')}
          help={t('userList.views.sharedHelp')}
          onCheck={(checked) => form.setValue('isShared', checked)}
        />
      )}
    </FormDialog>
  );
}
