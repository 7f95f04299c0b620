import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

/**
 * `sun` is the screen's main action, `sand` the second, `line` an ordinary one, `quiet` a rare one. On light paper
 * `ink-full` is the main action and `ink` any other. `risk` leads to something that cannot be undone; `risk-full`
 * does it.
 */
export type ButtonLook = {
  look?: "sun" | "sand" | "line" | "quiet" | "ink" | "ink-full" | "risk" | "risk-full";
  size?: "normal" | "small";
  width?: "own" | "full";
};

/** Returns the same classes, for links that another library renders, such as the router. */
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

/** A plain link that leaves the page: to another site, a file or an anchor. */
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

/** A round button with only an icon; `label` is its name for screen readers. */
export function RoundButton({ label, ...rest }: { label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type="button" className="round-button" aria-label={label} />;
}
