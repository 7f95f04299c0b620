import { type ReactNode, useEffect, useId, useRef } from "react";

type DialogProps = {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The buttons. */
  actions: ReactNode;
  onClose: () => void;
};

/** A question before the next step; a sheet on a phone. The browser keeps the focus inside and gives it back. */
export function Dialog({ open, title, children, actions, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 className="display" id={id}>
        {title}
      </h2>
      {children}
      <div className="actions">{actions}</div>
    </dialog>
  );
}
