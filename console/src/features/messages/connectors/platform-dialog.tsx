import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { connectorGuidePath } from '#paths/connectors.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useGo } from '#platform/router/links.ts';
import type { FactoryGroup } from './group-factories.ts';
import { tabOf } from './kinds.ts';
import { sayIn } from './shared/say-in.ts';

const Choice = z.object({ factoryId: z.string().min(1) });

/** Selects a platform of a provider. */
export function PlatformDialog({
  group,
  taken,
  onClose,
}: {
  group: FactoryGroup;
  taken: readonly string[];
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const go = useGo();
  const [first] = group.factories;
  const left = group.factories.filter(({ id }) => !taken.includes(id));
  const form = useForm({ resolver: schemaResolver(Choice), defaultValues: { factoryId: left[0]?.id ?? '' } });
  const open = form.handleSubmit(({ factoryId }) => go(connectorGuidePath, { tab: tabOf(first.type), factoryId }));
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={sayIn(first.name, i18n.language)}
      description={t('connectors.create.platformHelp')}
      onSubmit={open}
      footer={
        <DialogButtons onCancel={onClose} busy={false}>
          {t('connectors.create.next')}
        </DialogButtons>
      }
    >
      <RadioCards
        control={form.control}
        name="factoryId"
        label={t('connectors.create.platform')}
        choices={left.map(({ id, platform, description }) => ({
          value: id,
          label: t(`connectors.platforms.${platform ?? 'Universal'}`),
          help: sayIn(description, i18n.language),
        }))}
        missing={t('fields.required')}
        autoFocus
      />
    </DialogFrame>
  );
}
