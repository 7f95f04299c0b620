import { type ReactNode, useEffect, useId, useRef } from "react";

type AskedDialogProps = {
  title: string;
  /** `risk` marks an action that cannot be undone. */
  kind?: "plain" | "risk";
  /** The answer or the address that opened the dialog. A new value opens it again. */
  openedBy: unknown;
  /** Called after Escape, and after a button of a form with the method "dialog". */
  onClose?: () => void;
  children: ReactNode;
};

/**
 * A dialog that the server opens. It is open in the HTML, so it works without JavaScript; with JavaScript it is
 * modal. For dialogs that the page opens itself use `Dialog`.
 */
export function AskedDialog({ title, kind = "plain", openedBy, onClose, children }: AskedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `openedBy` must open the dialog again
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
