import { type UIEvent, useRef, useState } from "react";
import { Field } from "#web/ui/field.tsx";

type CodeFieldProps = {
  label: string;
  name: string;
  initial: string;
  /** The variables that exist; others are marked. */
  knownVariables: readonly string[];
  hint?: string | undefined;
  error?: string | undefined;
};

/** A text area over a coloured copy of its text. People type into the area and see the copy. */
export function CodeField({ label, name, initial, knownVariables, hint, error }: CodeFieldProps) {
  const [text, setText] = useState(initial);
  const mirror = useRef<HTMLPreElement>(null);
  const followScroll = (scroll: UIEvent<HTMLTextAreaElement>) => {
    if (!mirror.current) return;
    mirror.current.scrollTop = scroll.currentTarget.scrollTop;
    mirror.current.scrollLeft = scroll.currentTarget.scrollLeft;
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="code-field">
          <pre ref={mirror} aria-hidden="true">
            {splitCode(text).map(({ at, kind, words }) => (
              <span key={at} className={classOf(kind, words, knownVariables)}>
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
            onScroll={followScroll}
          />
        </div>
      )}
    </Field>
  );
}

type Piece = { at: number; kind: "plain" | "tag" | "value" | "variable"; words: string };

const token = /(\{\{ ?[a-z_]{1,40} ?\}\})|("[^"{}]*")|(<\/?[a-z][a-z0-9]*|\/?>)/gi;

/** Splits the text into variables, quoted values, tags and plain text, without parsing HTML: colours are a hint. */
function splitCode(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > end) pieces.push({ at: end, kind: "plain", words: text.slice(end, match.index) });
    const kind = match[1] ? "variable" : match[2] ? "value" : "tag";
    pieces.push({ at: match.index, kind, words: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ at: end, kind: "plain", words: text.slice(end) });
  return pieces;
}

function classOf(kind: Piece["kind"], words: string, knownVariables: readonly string[]): string | undefined {
  if (kind === "plain") return undefined;
  if (kind !== "variable") return `code-${kind}`;
  return knownVariables.includes(words.replace(/[{} ]/g, ""))
    ? "code-variable"
    : "code-variable code-variable--unknown";
}
