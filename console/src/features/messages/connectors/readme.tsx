import { Drawer } from '@mantine/core';
import type { Connector } from '@postern/contracts/messages/connectors';
import { useTranslation } from 'react-i18next';
import { Markdown } from '#platform/detail/markdown.tsx';
import { CloseButton } from '#platform/ui/icon-button.tsx';
import classes from './connectors.module.css';
import { sayIn } from './shared/say-in.ts';
import { ShortSteps } from './short-steps.tsx';

/** The guide of a factory, which may come from a third-party package. */
export function Readme({ markdown }: { markdown: string }) {
  const { t } = useTranslation();
  return <Markdown text={markdown} codeLabel={t('connectors.guide.code')} lang="en" hasTitle />;
}

type ReadmeDrawerProps = { opened: boolean; onClose: () => void; connector: Connector };

/** The guide of a connector, in a drawer over its settings. */
export function ReadmeDrawer({ opened, onClose, connector }: ReadmeDrawerProps) {
  const { t, i18n } = useTranslation();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(560px, 100%)"
      padding={0}
      classNames={{ content: classes.drawer ?? '', overlay: classes.scrim ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.drawerHead}>
          <Drawer.Title component="h2" className={classes.drawerTitle}>
            {t('connectors.guide.title', { name: sayIn(connector.name, i18n.language) })}
          </Drawer.Title>
          <CloseButton label={t('actions.close')} onClick={onClose} />
        </div>
        <Drawer.Body className={classes.drawerBody}>
          <ShortSteps of={connector} />
          <Readme markdown={connector.readme} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
