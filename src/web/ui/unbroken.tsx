import type { ReactNode } from "react";
import { isShortHyphenated, wordsOfText } from "#kernel/romanian.ts";

/** A heading whose short words with a hyphen, such as "s-a", stay on one line: a browser breaks after a hyphen. */
export function unbroken(text: string): ReactNode {
  const parts = text.split(wordsOfText);
  if (!parts.some(isShortHyphenated)) return text;
  return parts.map((part, at) =>
    isShortHyphenated(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={at} className="one-line">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
