import { type ReactNode, useEffect, useId, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "./office-icon.tsx";
import { officeTexts } from "./office-texts.ts";

type AddressDialogProps = {
  /** `drawer` shows details beside a list, `dialog` asks a question, `wide` compares. */
  shape: "drawer" | "dialog" | "wide";
  title: string;
  sub?: ReactNode;
  /** The address without the dialog. */
  closeTo: string;
  children: ReactNode;
  actions?: ReactNode;
};

/**
 * Focuses a refused field, else the first field, else the title. The browser alone would focus the closing button.
 */
function focusBeginning(dialog: HTMLDialogElement): void {
  const field = ':is(input:not([type="hidden"]), select, textarea)';
  for (const place of [`${field}[aria-invalid="true"]`, `.office-dialog__body ${field}`, "h2"]) {
    const target = dialog.querySelector<HTMLElement>(place);
    if (!target) continue;
    target.focus();
    return;
  }
}

/**
 * A dialog with its own address. A link opens it, also without JavaScript; the link can be shared, and "back" closes
 * it. JavaScript makes it modal: the browser keeps the focus inside and later gives it back.
 */
export function AddressDialog({ shape, title, sub, closeTo, children, actions }: AddressDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.close();
    element?.showModal();
    if (element) focusBeginning(element);
    return () => element?.close();
  }, []);
  const close = () => void navigate(closeTo, { preventScrollReset: true });
  return (
    <dialog
      ref={dialog}
      open
      className={`office-dialog office-dialog--${shape}`}
      aria-labelledby={id}
      onCancel={(cancel) => {
        cancel.preventDefault();
        close();
      }}
    >
      <header>
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {sub ? <p className="muted">{sub}</p> : null}
        </div>
        <Link
          className={`${buttonClass({ look: "quiet" })} icon-button`}
          to={closeTo}
          preventScrollReset
          aria-label={officeTexts.close}
        >
          <OfficeIcon name="close" />
        </Link>
      </header>
      <div className="office-dialog__body">{children}</div>
      {actions ? <footer>{actions}</footer> : null}
    </dialog>
  );
}
