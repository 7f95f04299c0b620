import { type ReactNode, useEffect, useId, useRef } from "react";

type AskedDialogProps = {
  title: string;
  /** `risk` is for what cannot be undone. */
  kind?: "plain" | "risk";
  /** The answer or address that opened it: a new one opens it again. */
  openedBy: unknown;
  /** After Escape, or a button of a form with the method "dialog". */
  onClose?: () => void;
  children: ReactNode;
};

/**
 * A dialog that the server opens: it is open in the HTML, so that it works without a script; a script makes it modal.
 * Not for dialogs that the page itself opens (`Dialog`).
 */
export function AskedDialog({ title, kind = "plain", openedBy, onClose, children }: AskedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever opened it opens it again when it is new
  useEffect(() => {
    if (dialog.current?.matches(":modal")) return;
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
  }, [openedBy]);
  return (
    <dialog
      ref={dialog}
      open
      className={`dialog dialog--asked${kind === "risk" ? " dialog--risk" : ""}`}
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 className="display" id={id}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
