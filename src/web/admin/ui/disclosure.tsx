import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

type DisclosureProps = {
  className: string;
  /** For a sign without words; null when the words say it. */
  label: string | null;
  sign: ReactNode;
  /** What a script does when it unfolds. */
  onOpen?: () => void;
  children: ReactNode;
};

/**
 * A button that unfolds something, by the platform's own means, so that it works without a script. A script closes it
 * on Escape, on a press elsewhere and when the place changes.
 */
export function Disclosure({ className, label, sign, onOpen, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the place is the signal, not a value in use
  useEffect(() => {
    details.current?.removeAttribute("open");
  }, [key]);
  useEffect(() => {
    const closeOutside = (press: PointerEvent) => {
      if (press.target instanceof Node && !details.current?.contains(press.target))
        details.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  const closeOnEscape = (press: KeyboardEvent) => {
    if (press.key !== "Escape" || !details.current?.open) return;
    details.current.removeAttribute("open");
    details.current.querySelector("summary")?.focus();
  };
  return (
    <details
      className={className}
      ref={details}
      onKeyDown={closeOnEscape}
      onToggle={() => {
        if (details.current?.open) onOpen?.();
      }}
    >
      <summary aria-label={label ?? undefined} title={label ?? undefined}>
        {sign}
      </summary>
      {children}
    </details>
  );
}
