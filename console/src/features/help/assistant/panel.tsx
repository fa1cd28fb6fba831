import { Button, Menu, Textarea } from '@mantine/core';
import { maxQuestionLength, type Passage } from '@postern/contracts/help/assistant';
import { IconEraser, IconLifebuoy, IconPlayerStop, IconSend2, IconSparkles } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#platform/config.ts';
import { Markdown } from '#platform/detail/markdown.tsx';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { SidePanel } from '#platform/ui/side-panel.tsx';
import classes from './assistant.module.css';
import { closeAssistant, useAssistantOpen } from './open.ts';
import { type Turn, useChat } from './use-chat.ts';

const examples = ['connect', 'roles', 'factors'] as const;

/** The conversation as text, for the clipboard. */
const printTurns = (turns: readonly Turn[]) =>
  turns
    .map(({ question, text, passages }) => {
      const sources = passages.map(({ title, heading, path }) => `- ${heading || title}: ${config.docsUrl}/${path}`);
      return [`> ${question}`, text, sources.join('\n')].filter(Boolean).join('\n\n');
    })
    .join('\n\n---\n\n');

export function Panel() {
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
      <HelpMenu />
    </>
  );
  return (
    <SidePanel isOpen={isOpen} onClose={closeAssistant} title={t('shell.ask')} width={480} actions={actions}>
      <Conversation turns={chat.turns} onExample={(text) => void chat.ask(text)} />
      <QuestionForm chat={chat} />
    </SidePanel>
  );
}

/** Contacts that the operator has not configured are left out; the help page is always there. */
const ways = [
  { id: 'docs', address: `${config.docsUrl}/help` },
  { id: 'chat', address: config.contact.chat },
  { id: 'issues', address: config.contact.issues },
  { id: 'email', address: config.contact.email && `mailto:${config.contact.email}` },
] as const;

function HelpMenu() {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('assistant.help')} size="small">
          <IconLifebuoy size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(
          ({ id, address }) =>
            address && (
              <Menu.Item key={id} component="a" href={address} target="_blank" rel="noreferrer">
                {t(`assistant.ways.${id}`)}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
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
      <p className={classes.intro}>{config.hasLanguageModel ? t('assistant.intro') : t('assistant.introPassages')}</p>
      {turns.length === 0 && (
        <ul className={classes.examples} aria-label={t('assistant.examplesLabel')}>
          {examples.map((id) => (
            <li key={id}>
              <button
                type="button"
                className={classes.example}
                onClick={() => onExample(t(`assistant.examples.${id}`))}
              >
                {t(`assistant.examples.${id}`)}
              </button>
            </li>
          ))}
        </ul>
      )}
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

/** Without an answer the text of the sections is shown too. */
function Sources({ passages, isWhole }: { passages: readonly Passage[]; isWhole: boolean }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('assistant.sources')}>
      <h3 className={classes.sourcesTitle}>{t('assistant.sources')}</h3>
      <ol className={classes.sources}>
        {passages.map(({ title, heading, path, text }) => (
          <li key={path}>
            <a className="link" href={`${config.docsUrl}/${path}`} target="_blank" rel="noreferrer">
              {heading || title}
            </a>
            {heading && <span className={classes.page}>{title}</span>}
            {isWhole && <p className={classes.excerpt}>{text}</p>}
          </li>
        ))}
      </ol>
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
          {config.hasLanguageModel ? t('assistant.disclaimer') : t('assistant.disclaimerPassages')}
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
