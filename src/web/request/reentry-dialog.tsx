import { type ElementType, useEffect, useId, useRef } from "react";
import { Form } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { type ReentryView, reentryField, reentryTexts } from "./reentry-view.ts";

type ReentryDialogProps = {
  view: ReentryView;
  /** The form of a fetcher, when the answer went to one. */
  form?: ElementType;
};

/**
 * Asks for the password again and sends what was typed once more. It stands open in the HTML, so that it works without
 * a script; a script makes it modal. Closing it leaves the page as it was.
 */
export function ReentryDialog({ view, form: FormOfPage = Form }: ReentryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // each answer is a new question, also when the last one was closed
  // biome-ignore lint/correctness/useExhaustiveDependencies: `view` is the answer
  useEffect(() => {
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
  }, [view]);
  return (
    <dialog ref={dialog} open className="dialog dialog--asked" aria-labelledby={id}>
      <h2 className="display" id={id}>
        {reentryTexts.title}
      </h2>
      <p className="muted">{view.purpose}</p>
      <FormOfPage className="form" method="post" action={view.action} preventScrollReset>
        {view.typed.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same name may come several times
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        <p>
          <b>{view.fullName}</b>
          <br />
          <span className="muted">{view.email}</span>
        </p>
        <ReentryInput label={reentryTexts.password} error={view.error} />
        <Button type="submit" look="sun" width="full">
          {reentryTexts.confirm}
        </Button>
      </FormOfPage>
      <form className="actions" method="dialog">
        <Button type="submit" look="quiet" size="small">
          {reentryTexts.cancel}
        </Button>
      </form>
      <p className="muted">{reentryTexts.lasts}</p>
    </dialog>
  );
}

/** The field by itself, for forms that ask from the beginning. */
export function ReentryInput({
  label = reentryTexts.passwordNow,
  error,
}: {
  label?: string;
  error?: string | null;
}) {
  return (
    <PasswordInput
      label={label}
      name={reentryField}
      autoComplete="current-password"
      required
      showLabel={reentryTexts.show}
      hideLabel={reentryTexts.hide}
      error={error ?? undefined}
    />
  );
}
