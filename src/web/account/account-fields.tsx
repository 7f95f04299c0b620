import { useNavigation } from "react-router";
import { EmailInput } from "#web/sign-in/meant-email.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { TextInput, type TextInputProps } from "#web/ui/text-input.tsx";
import { accountTexts } from "./account-texts.ts";

type FieldProps = { label?: string; name?: string; hint?: string; error: string | undefined };

type EmailFieldProps = FieldProps & { autoComplete: "username" | "email"; value: string };

/**
 * The email field of an account. `username` lets browsers fill in a login; `email` is for a new account. For a new
 * address the server asks once when it looks mistyped; the hidden field names an address that it must not ask about.
 */
export function EmailField({ autoComplete, value, ...rest }: EmailFieldProps) {
  return (
    <>
      <EmailInput
        label={accountTexts.email}
        name="email"
        required
        {...rest}
        autoComplete={autoComplete}
        value={value}
      />
      {autoComplete === "email" ? <input type="hidden" name="email_asked" value={value} /> : null}
    </>
  );
}

type PersonFieldsProps = {
  values: { full_name: string; phone: string };
  errors: Partial<Record<"full_name" | "phone", string>>;
  /** Properties of each field that differ between a guest's form and an account's form. */
  name?: Partial<TextInputProps>;
  phone?: Partial<TextInputProps>;
};

export function PersonFields({ values, errors, name = {}, phone = {} }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        label={accountTexts.fullName}
        name="full_name"
        autoComplete="name"
        required
        defaultValue={values.full_name}
        error={errors.full_name}
        {...name}
      />
      <TextInput
        label={accountTexts.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        defaultValue={values.phone}
        error={errors.phone}
        {...phone}
      />
    </>
  );
}

/** The password of a login, with the link for a forgotten one beside it. */
export function PasswordField({ beside, ...rest }: FieldProps & { beside?: React.ReactNode }) {
  return (
    <PasswordInput
      label={accountTexts.password}
      name="password"
      autoComplete="current-password"
      required
      showLabel={accountTexts.show}
      hideLabel={accountTexts.hide}
      beside={beside}
      {...rest}
    />
  );
}

type NewPasswordProps = {
  label: string;
  hint?: string;
  errors: Partial<Record<"password" | "confirm_password", string>>;
};

/** A new password, typed twice. Its rule stands there before the person types. */
export function NewPasswordFields({ label, hint = accountTexts.passwordHint, errors }: NewPasswordProps) {
  return (
    <>
      <PasswordInput
        label={label}
        name="password"
        autoComplete="new-password"
        required
        showLabel={accountTexts.show}
        hideLabel={accountTexts.hide}
        hint={hint}
        error={errors.password}
      />
      <PasswordInput
        label={accountTexts.passwordAgain}
        name="confirm_password"
        autoComplete="new-password"
        required
        showLabel={accountTexts.show}
        hideLabel={accountTexts.hide}
        error={errors.confirm_password}
      />
    </>
  );
}

type SendButtonProps = { label: string; busyLabel?: string; intent?: string };

/** The main button of a form. It cannot be clicked again while the form is being sent. */
export function SendButton({ label, busyLabel, intent }: SendButtonProps) {
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST" && (formData?.get("intent") ?? undefined) === intent;
  return (
    <Button
      type="submit"
      look="sun"
      width="full"
      disabled={busy}
      {...(intent ? { name: "intent", value: intent } : {})}
    >
      {busy ? (busyLabel ?? label) : label}
    </Button>
  );
}
