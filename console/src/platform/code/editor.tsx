import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import classes from './editor.module.css';
import { commonSetup } from './setup.ts';

type CodeEditorProps = {
  label: string;
  /** How to use the editor and leave it by keyboard; shown below. */
  help: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Read once when the editor is created; pass a stable value. */
  language: Extension;
  /** Grows with its text up to a limit, instead of having a fixed height. */
  grows?: boolean;
  /** The id of the error element; undefined if there is no error. */
  errorId?: string;
  ref?: Ref<{ focus: () => void }>;
};

/** A code editor whose text is owned by the form. Load it lazily: it is larger than most pages. */
export function CodeEditor({ ref, ...props }: CodeEditorProps) {
  const { label, value, language, errorId } = props;
  const helpId = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const names = useRef(new Compartment());
  // The editor is created once, but its handlers may change.
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
            // Ignore text that the form itself set.
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
    // The form was reset, or another control writes the same value.
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
