import { Button } from '@mantine/core';
import { type ImportFile, type ImportOptions, userImportsApi } from '@postern/contracts/people/user-imports';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { IconFileSpreadsheet, IconTrash } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { importFilePath, importPath, userJobPath } from '#paths/user-jobs.ts';
import { usersPath } from '#paths/users.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton, ListCard } from '#platform/detail/form-card.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { sizeText } from '#platform/form/check-file.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { type FileForm, fieldsTwice, formOf, optionsIn, optionsOf, readFirebase } from './file-form.ts';
import { MappingTable } from './mapping-table.tsx';
import { ConflictCard, FirebaseCard, RolesCard } from './option-cards.tsx';
import classes from './user-jobs.module.css';

/** The second step: maps the columns of a file and sets the import options. */
export function FilePage() {
  const { t } = useTranslation();
  const { id } = usePathParams(importFilePath);
  const read = useRead(userImportsApi.get, { params: { id } }, { quiet: true });
  const earlier = useEarlier();
  const parents = [
    { to: usersPath, label: t('nav.users') },
    { to: importPath, label: t('userJobs.upload.title') },
  ];
  const isGone = read.error instanceof RequestError && read.error.status === 404;
  return (
    <PageBody busy={read.isPending}>
      <Breadcrumb parents={parents} current={read.data?.name ?? '…'} />
      {isGone ? (
        <div className={classes.frame}>
          <Gone />
        </div>
      ) : read.error && !read.data ? (
        <div className={classes.frame}>
          <LoadFailed error={read.error} retry={read.refetch} />
        </div>
      ) : read.data && !earlier.isPending ? (
        <FileBody key={id} file={read.data} earlier={earlier.options} />
      ) : (
        <>
          <h1 className="sr-only">{t('states.loading')}</h1>
          <Cards>
            <FormCardSkeleton fields={6} />
            <FormCardSkeleton fields={2} />
          </Cards>
        </>
      )}
    </PageBody>
  );
}

/** The job whose options are edited, from the URL. */
function useEarlier() {
  const { job }: { job?: string } = useSearch({ strict: false });
  const read = useRead(userJobsApi.get, { params: { id: job ?? '' } }, { quiet: true, enabled: job !== undefined });
  return { isPending: job !== undefined && read.isPending, options: read.data && optionsIn(read.data.input) };
}

function Gone() {
  const { t } = useTranslation();
  return (
    <EmptyState
      art={<EmptyArt />}
      title={t('userJobs.mapping.gone')}
      body={t('userJobs.mapping.goneBody')}
      actions={
        <Button component={PageLink} to={importPath}>
          {t('userJobs.mapping.again')}
        </Button>
      }
    />
  );
}

function FileBody({ file, earlier }: { file: ImportFile; earlier: ImportOptions | undefined }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const form = useForm<FileForm>({ defaultValues: formOf(file, earlier) });
  const { control } = form;
  return (
    <>
      <PageHeader
        title={file.name}
        purpose={t('userJobs.mapping.records', { count: file.records, number: number(file.records) })}
        actions={<ForgetButton id={file.id} />}
      />
      <div className={classes.facts}>
        <Tag tone="accent" icon={IconFileSpreadsheet}>
          {t(`userJobs.formats.${file.format}`)}
        </Tag>
        <Tag tone="outline">{file.encoding.toUpperCase()}</Tag>
        <Tag tone="outline">{sizeText(file.bytes, i18n.language)}</Tag>
      </div>
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <Cards>
          <ListCard title={t('userJobs.mapping.title')} help={t('userJobs.mapping.help')}>
            <MappingTable columns={file.columns} control={control} />
          </ListCard>
          {file.needsFirebase && <FirebaseCard control={control} />}
          <ConflictCard control={control} />
          <RolesCard control={control} />
        </Cards>
        <RunButtons file={file} form={form} />
      </form>
    </>
  );
}

function ForgetButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useWrite(userImportsApi.remove, {
    onDone: () => {
      showSuccess(t('userJobs.run.forgotten'));
      return go(importPath, {});
    },
  });
  const ask = async () => {
    const words = { title: t('userJobs.run.forgetTitle'), body: t('userJobs.run.forgetBody') };
    if (await confirm({ ...words, confirm: t('userJobs.run.forget'), danger: true })) {
      remove.mutate({ params: { id } });
    }
  };
  return (
    <Button variant="default" leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />} onClick={() => void ask()}>
      {t('userJobs.run.forget')}
    </Button>
  );
}

function RunButtons({ file, form }: { file: ImportFile; form: ReturnType<typeof useForm<FileForm>> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const go = useGo();
  const start = useWrite(userImportsApi.start, { onDone: (job) => go(userJobPath, { id: job.id }) });
  const run = (isDryRun: boolean) =>
    form.handleSubmit(async (values) => {
      if (readFirebase(values.firebase) === false) {
        form.setError('root.firebase', { message: t('userJobs.options.firebaseIncomplete') });
        return;
      }
      const [twice] = fieldsTwice(values.fields);
      if (twice !== undefined) {
        form.setFocus(`fields.${values.fields.indexOf(twice)}`);
        return;
      }
      const isSure =
        isDryRun ||
        (await confirm({
          title: t('userJobs.run.sure', { count: file.records, number: number(file.records) }),
          body: t('userJobs.run.sureBody'),
          confirm: t('userJobs.run.import'),
        }));
      if (isSure) {
        start.mutate({ params: { id: file.id }, body: optionsOf(values, file.columns, isDryRun) });
      }
    })();
  return (
    <div className={classes.run}>
      <p>{t('userJobs.run.note')}</p>
      <BusyButton variant="default" busy={start.isPending} onClick={() => void run(false)}>
        {t('userJobs.run.import')}
      </BusyButton>
      <BusyButton busy={start.isPending} onClick={() => void run(true)}>
        {t('userJobs.run.check')}
      </BusyButton>
    </div>
  );
}
