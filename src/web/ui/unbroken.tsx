import type { ReactNode } from "react";
import { isShortHyphenated, wordsOfText } from "#kernel/romanian.ts";

/** Keeps short words with a hyphen, such as "s-a", on one line, because browsers break after a hyphen. */
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
