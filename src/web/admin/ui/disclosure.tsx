import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

type DisclosureProps = {
  className: string;
  /** For a sign without words; null when the words are enough. */
  label: string | null;
  sign: ReactNode;
  /** Called when it unfolds; only with JavaScript. */
  onOpen?: () => void;
  children: ReactNode;
};

/** A button that unfolds: a native `details`, which JavaScript closes on Escape, a click outside and navigation. */
export function Disclosure({ className, label, sign, onOpen, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location's key is only a signal
  useEffect(() => {
    details.current?.removeAttribute("open");
  }, [key]);
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target))
        details.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !details.current?.open) return;
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
