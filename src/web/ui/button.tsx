import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

/**
 * `sun` is the one main action of a screen, `sand` the next in rank, `line` the rest, `quiet` a rare one; `ink-full` and
 * `ink` are the main action and the rest on paper; `risk` leads to what cannot be undone and `risk-full` does it.
 */
export type ButtonLook = {
  look?: "sun" | "sand" | "line" | "quiet" | "ink" | "ink-full" | "risk" | "risk-full";
  size?: "normal" | "small";
  width?: "own" | "full";
};

/** The same look for links that another library renders (the router's, for instance). */
export function buttonClass({ look = "line", size = "normal", width = "own" }: ButtonLook = {}): string {
  const small = size === "small" ? " button--small" : "";
  const full = width === "full" ? " button--full" : "";
  return `button button--${look}${small}${full}`;
}

export function Button({
  look,
  size,
  width,
  type = "button",
  ...rest
}: ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type={type} className={buttonClass({ look, size, width })} />;
}

/** A link that leaves the page as a document: another site, a file, an anchor. */
export function ButtonLink({
  look,
  size,
  width,
  children,
  ...rest
}: ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={buttonClass({ look, size, width })}>
      {children}
    </a>
  );
}

/** A round button with an icon; `label` is its name. */
export function RoundButton({ label, ...rest }: { label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type="button" className="round-button" aria-label={label} />;
}
