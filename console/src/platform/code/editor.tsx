import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import classes from './editor.module.css';
import { commonSetup } from './setup.ts';

type CodeEditorProps = {
  label: string;
  /** How to write in it and how to leave it; stands below. */
  help: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Of the moment when it opens; give one that does not change. */
  language: Extension;
  /** Grows with its text, up to a limit, rather than having a height of its own. */
  grows?: boolean;
  /** The element that says what is wrong; without it nothing is. */
  errorId?: string;
  ref?: Ref<{ focus: () => void }>;
};

/** A code editor whose text the form owns. Load it lazily: it is larger than most pages. */
export function CodeEditor({ ref, ...props }: CodeEditorProps) {
  const { label, value, language, errorId } = props;
  const helpId = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const names = useRef(new Compartment());
  // The editor is made once; what it calls may change.
  const current = useRef(props);
  current.current = props;
  useImperativeHandle(ref, () => ({ focus: () => view.current?.focus() }), []);

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
          language,
          names.current.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const text = state.doc.toString();
            // Not what the form itself put in.
            if (docChanged && text !== current.current.value) {
              current.current.onChange(text);
            }
          }),
          EditorView.domEventHandlers({ blur: () => current.current.onBlur() }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language]);

  useEffect(() => {
    const attributes = {
      tabindex: '0',
      'aria-label': label,
      'aria-describedby': errorId ? `${errorId} ${helpId}` : helpId,
      'aria-invalid': String(errorId !== undefined),
    };
    view.current?.dispatch({ effects: names.current.reconfigure(EditorView.contentAttributes.of(attributes)) });
  }, [label, errorId, helpId]);

  useEffect(() => {
    const editor = view.current;
    // The form was reset, or something else on the page writes the same value.
    if (editor && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);

  return (
    <div className={classes.frame} data-invalid={errorId !== undefined || undefined}>
      <div ref={host} className={props.grows ? classes.growing : classes.editor} dir="ltr" />
      <p id={helpId} className={classes.help}>
        {props.help}
      </p>
    </div>
  );
}
