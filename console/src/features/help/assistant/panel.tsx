import { Button, Textarea } from '@mantine/core';
import { maxQuestionLength, type Passage } from '@postern/contracts/help/assistant';
import { IconEraser, IconPlayerStop, IconSend2, IconSparkles } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#platform/config.ts';
import { Markdown } from '#platform/detail/markdown.tsx';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { SidePanel } from '#platform/ui/side-panel.tsx';
import classes from './assistant.module.css';
import { Examples } from './examples.tsx';
import { HelpMenu } from './help-menu.tsx';
import { closeAssistant, useAssistantOpen } from './open.ts';
import { PassageList } from './passage-list.tsx';
import { SearchPanel, type WindowProps } from './search-panel.tsx';
import { ContactDialog } from './shared/contact-dialog.tsx';
import { type Turn, useChat } from './use-chat.ts';

/** The conversation as text, for the clipboard. */
const printTurns = (turns: readonly Turn[]) =>
  turns
    .map(({ question, text, passages }) => {
      const sources = passages.map(({ title, heading, path }) => `- ${heading || title}: ${config.docsUrl}/${path}`);
      return [`> ${question}`, text, sources.join('\n')].filter(Boolean).join('\n\n');
    })
    .join('\n\n---\n\n');

/** Written answers, or a search of the documentation if the operator has no language model. */
export function Panel() {
  const [isAsking, setAsking] = useState(false);
  const Window = config.hasLanguageModel ? ChatPanel : SearchPanel;
  return (
    <>
      <Window help={<HelpMenu onContact={() => setAsking(true)} />} keepsEscape={isAsking} />
      <ContactDialog opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function ChatPanel({ help, keepsEscape }: WindowProps) {
  const { t } = useTranslation();
  const isOpen = useAssistantOpen();
  const chat = useChat();
  const actions = (
    <>
      {chat.turns.length > 0 && (
        <>
          <CopyButton value={printTurns(chat.turns)} label={t('assistant.copy')} />
          <IconButton label={t('assistant.clear')} size="small" onClick={chat.clear}>
            <IconEraser size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </>
      )}
      {help}
    </>
  );
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={closeAssistant}
      title={t('shell.ask')}
      width={480}
      actions={actions}
      keepsEscape={keepsEscape}
    >
      <Conversation turns={chat.turns} onExample={(text) => void chat.ask(text)} />
      <QuestionForm chat={chat} />
    </SidePanel>
  );
}

type ConversationProps = { turns: readonly Turn[]; onExample: (question: string) => void };

function Conversation({ turns, onExample }: ConversationProps) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  // Follows the answer while it grows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last turn changes
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [turns.length, last?.text, last?.passages, last?.state]);
  return (
    <div
      className={classes.body}
      role="log"
      aria-label={t('assistant.conversation')}
      aria-busy={last?.state === 'running'}
    >
      <p className={classes.intro}>{t('assistant.intro')}</p>
      {turns.length === 0 && <Examples onChoose={onExample} />}
      {turns.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added
        <TurnView key={at} turn={turn} />
      ))}
      <div ref={end} />
    </div>
  );
}

function TurnView({ turn: { question, text, passages, state, failure } }: { turn: Turn }) {
  const { t } = useTranslation();
  const isEmpty = passages.length === 0 && text === '';
  return (
    <article className={classes.turn}>
      <p className={classes.question}>{question}</p>
      {text && <Markdown text={text} codeLabel={t('assistant.code')} />}
      {state === 'running' && text === '' && (
        <p className={classes.note} role="status">
          {t('assistant.running')}
        </p>
      )}
      {state === 'stopped' && <p className={classes.note}>{t('assistant.stopped')}</p>}
      {state === 'failed' && (
        <p className={classes.failure} role="alert">
          {failure ?? t('assistant.failed')}
        </p>
      )}
      {state !== 'running' && state !== 'failed' && isEmpty && <p className={classes.note}>{t('assistant.nothing')}</p>}
      {passages.length > 0 && (state !== 'running' || text !== '') && (
        <Sources passages={passages} isWhole={text === ''} />
      )}
    </article>
  );
}

/** Without an answer, excerpts of the sections are shown too. */
function Sources({ passages, isWhole }: { passages: readonly Passage[]; isWhole: boolean }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('assistant.sources')}>
      <h3 className={classes.sourcesTitle}>{t('assistant.sources')}</h3>
      <PassageList passages={passages} hasExcerpts={isWhole} />
    </section>
  );
}

function QuestionForm({ chat }: { chat: ReturnType<typeof useChat> }) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState('');
  const typed = question.trim();
  const canAsk = typed !== '' && !chat.isRunning;
  const submit = () => {
    if (canAsk) {
      setQuestion('');
      void chat.ask(typed);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        data-autofocus
        aria-label={t('assistant.question')}
        placeholder={t('assistant.placeholder')}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        onKeyDown={press}
        maxLength={maxQuestionLength}
        autosize
        minRows={2}
        maxRows={6}
      />
      <div className={classes.formFoot}>
        <p className={classes.disclaimer}>
          <IconSparkles size={14} stroke={1.5} aria-hidden />
          {t('assistant.disclaimer')}
        </p>
        {chat.isRunning ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerStop size={16} stroke={1.5} aria-hidden />}
            onClick={chat.stop}
          >
            {t('assistant.stop')}
          </Button>
        ) : (
          <Button
            type="submit"
            size="xs"
            disabled={!canAsk}
            leftSection={<IconSend2 size={16} stroke={1.5} aria-hidden />}
          >
            {t('assistant.send')}
          </Button>
        )}
      </div>
    </form>
  );
}
