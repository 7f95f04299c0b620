import type { ElementType } from "react";
import { Form } from "react-router";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { reentryTexts } from "./password-again-texts.ts";
import { type ReentryView, reentryField, reentryKeyField } from "./password-again-view.ts";

type ReentryDialogProps = {
  view: ReentryView;
  /** The form component of a fetcher, when the answer went to a fetcher. */
  form?: ElementType;
};

/** Asks for the password again, then sends all typed values once more, also without JavaScript. */
export function ReentryDialog({ view, form: FormOfPage = Form }: ReentryDialogProps) {
  return (
    <AskedDialog title={reentryTexts.title} openedBy={view}>
      <p className="muted">{view.purpose}</p>
      <FormOfPage className="form" method="post" action={view.action} preventScrollReset>
        {view.typed.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may be repeated
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
        {view.passkey === "offer" ? (
          <>
            <input type="hidden" name={reentryKeyField} defaultValue="" />
            <PasskeyButton
              label={reentryTexts.usePasskey}
              failed={reentryTexts.passkeyWrong}
              before={<p className="muted">{reentryTexts.or}</p>}
              onShown={sendWithKey}
            />
          </>
        ) : null}
      </FormOfPage>
      <form className="actions" method="dialog">
        <Button type="submit" look="quiet" size="small">
          {reentryTexts.cancel}
        </Button>
      </form>
      <p className="muted">{reentryTexts.lasts}</p>
    </AskedDialog>
  );
}

function sendWithKey(response: string, form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem(reentryKeyField);
  if (!form || !(field instanceof HTMLInputElement)) return;
  field.value = response;
  // the password field stays empty
  form.noValidate = true;
  form.requestSubmit();
}

type ReentryInputProps = { label?: string; error?: string | null };

/** The password field alone, for forms that always contain it. */
export function ReentryInput({ label = reentryTexts.passwordNow, error }: ReentryInputProps) {
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
