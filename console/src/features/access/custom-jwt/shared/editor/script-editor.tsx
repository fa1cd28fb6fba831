import { javascript } from '@codemirror/lang-javascript';
import { lintGutter } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { ScriptFailure } from '@postern/contracts/access/scripts';
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { commonSetup } from '#platform/code/setup.ts';
import type { Entry } from '../entries.ts';
import classes from '../script.module.css';
import { assistance, knowledge } from './complete.ts';
import { errorMarks, placeOf, setFailure } from './mark-errors.ts';

export type ScriptEditorHandle = {
  /** Marks where a run failed; undefined clears the mark. */
  mark(failure: ScriptFailure | undefined): void;
  /** Moves the cursor and the focus there. */
  reveal(failure: ScriptFailure): void;
  focus(): void;
};

type ScriptEditorProps = {
  ref: Ref<ScriptEditorHandle>;
  label: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Ctrl Enter or ⌘ Enter. */
  onRun: () => void;
  entries: readonly Entry[];
  invalid?: boolean;
};

/** A code editor for the script. The form owns the text; the editor renders it and reports changes. */
export function ScriptEditor({ ref, label, value, onChange, onBlur, onRun, entries, invalid }: ScriptEditorProps) {
  const { t } = useTranslation();
  const helpId = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const parts = useRef({ knowledge: new Compartment(), attributes: new Compartment() });
  // The editor is created once, but its handlers may change.
  const handlers = useRef({ onChange, onBlur, onRun, t, value });
  handlers.current = { onChange, onBlur, onRun, t, value };

  useEffect(() => {
    if (!host.current) {
      return;
    }
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: handlers.current.value,
        extensions: [
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                handlers.current.onRun();
                return true;
              },
            },
          ]),
          commonSetup,
          lintGutter(),
          javascript(),
          assistance,
          errorMarks(() => handlers.current.t('customJwt.editor.syntax')),
          parts.current.knowledge.of([]),
          parts.current.attributes.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) {
              handlers.current.onChange(state.doc.toString());
            }
          }),
          EditorView.domEventHandlers({ blur: () => handlers.current.onBlur() }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const known = { entries, about: ({ about }: Entry) => t(`customJwt.about.${about}`) };
    const attributes = {
      tabindex: '0',
      'aria-label': label,
      'aria-describedby': helpId,
      ...(invalid ? { 'aria-invalid': 'true' } : {}),
    };
    view.current?.dispatch({
      effects: [
        parts.current.knowledge.reconfigure(knowledge.of(known)),
        parts.current.attributes.reconfigure(EditorView.contentAttributes.of(attributes)),
      ],
    });
  }, [entries, label, helpId, invalid, t]);

  useEffect(() => {
    const editor = view.current;
    const text = editor?.state.doc.toString();
    // The form was reset: after a save or a discard.
    if (editor && text !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);

  useImperativeHandle(ref, () => ({
    mark: (failure) => view.current?.dispatch({ effects: setFailure.of(failure) }),
    reveal(failure) {
      const at = view.current && placeOf(view.current.state, failure);
      if (at !== undefined) {
        view.current?.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      }
      view.current?.focus();
    },
    focus: () => view.current?.focus(),
  }));

  return (
    <div className={classes.editorFrame} data-invalid={invalid || undefined}>
      <div ref={host} className={classes.editor} dir="ltr" />
      <p id={helpId} className={classes.editorHelp}>
        {t('customJwt.editor.help')}
      </p>
    </div>
  );
}
