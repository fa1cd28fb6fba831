import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { commonSetup } from '#platform/code/setup.ts';
import classes from './branding.module.css';
import { css } from './css-language.ts';

type CssEditorProps = { label: string; value: string; onChange: (text: string) => void; onBlur: () => void };

/** CSS with our hooks and variables to choose from. The form owns the text. */
export function CssEditor({ label, value, onChange, onBlur }: CssEditorProps) {
  const { t } = useTranslation();
  const helpId = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // The editor is made once; what it calls may change.
  const current = useRef({ value, onChange, onBlur });
  current.current = { value, onChange, onBlur };

  useEffect(() => {
    if (!host.current) {
      return;
    }
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: current.current.value,
        extensions: [
          commonSetup,
          css(t),
          EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-describedby': helpId }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) {
              current.current.onChange(state.doc.toString());
            }
          }),
          EditorView.domEventHandlers({ blur: () => current.current.onBlur() }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, helpId, t]);

  useEffect(() => {
    const editor = view.current;
    // The form was reset: after a save, or a discard.
    if (editor && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);

  return (
    <div className={classes.editorFrame}>
      <div ref={host} className={classes.editor} dir="ltr" />
      <p id={helpId} className={classes.editorHelp}>
        {t('signInExperience.css.editorHelp')}
      </p>
    </div>
  );
}
