import { type UIEvent, useRef, useState } from "react";
import { Field } from "#web/ui/field.tsx";

type CodeFieldProps = {
  label: string;
  name: string;
  initial: string;
  /** The variables that exist; others are marked. */
  known: readonly string[];
  hint?: string | undefined;
  error?: string | undefined;
};

/** A text area over a coloured copy of its text. People type into the area and see the copy. */
export function CodeField({ label, name, initial, known, hint, error }: CodeFieldProps) {
  const [text, setText] = useState(initial);
  const mirror = useRef<HTMLPreElement>(null);
  const follow = (scroll: UIEvent<HTMLTextAreaElement>) => {
    if (!mirror.current) return;
    mirror.current.scrollTop = scroll.currentTarget.scrollTop;
    mirror.current.scrollLeft = scroll.currentTarget.scrollLeft;
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="code-field">
          <pre ref={mirror} aria-hidden="true">
            {pieces(text).map(({ at, kind, words }) => (
              <span key={at} className={classOf(kind, words, known)}>
                {words}
              </span>
            ))}
            {" \n"}
          </pre>
          <textarea
            {...control}
            name={name}
            defaultValue={initial}
            rows={16}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            onInput={(input) => setText(input.currentTarget.value)}
            onScroll={follow}
          />
        </div>
      )}
    </Field>
  );
}

type Piece = { at: number; kind: "plain" | "tag" | "value" | "variable"; words: string };

const token = /(\{\{ ?[a-z_]{1,40} ?\}\})|("[^"{}]*")|(<\/?[a-z][a-z0-9]*|\/?>)/gi;

/** Splits the text into variables, quoted values, tags and plain text, without parsing HTML: colours are a hint. */
function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > end) found.push({ at: end, kind: "plain", words: text.slice(end, match.index) });
    const kind = match[1] ? "variable" : match[2] ? "value" : "tag";
    found.push({ at: match.index, kind, words: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ at: end, kind: "plain", words: text.slice(end) });
  return found;
}

function classOf(kind: Piece["kind"], words: string, known: readonly string[]): string | undefined {
  if (kind === "plain") return undefined;
  if (kind !== "variable") return `code-${kind}`;
  return known.includes(words.replace(/[{} ]/g, ""))
    ? "code-variable"
    : "code-variable code-variable--unknown";
}
