import { Fragment, type ReactNode } from "react";
import { shortHyphenated } from "#kernel/romanian.ts";

/** A heading whose short words with a hyphen, such as "s-a", stay on one line: a browser breaks after a hyphen. */
export function unbroken(text: string): ReactNode {
  const words = text.match(shortHyphenated);
  if (!words) return text;
  return text.split(shortHyphenated).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    <Fragment key={at}>
      {part}
      {words[at] ? <span className="one-line">{words[at]}</span> : null}
    </Fragment>
  ));
}
