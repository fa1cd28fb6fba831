import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '#platform/code/editor.tsx';
import { css } from './css-language.ts';

type CssEditorProps = { label: string; value: string; onChange: (text: string) => void; onBlur: () => void };

/** CSS editor with completion of our class hooks and variables. The form owns the text. */
export function CssEditor(props: CssEditorProps) {
  const { t } = useTranslation();
  const language = useMemo(() => css(t), [t]);
  return <CodeEditor {...props} language={language} help={t('signInExperience.css.editorHelp')} />;
}
