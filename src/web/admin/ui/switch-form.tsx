import { useFetcher } from "react-router";

type SwitchFieldsProps = {
  /** The form's id, which the button refers to. */
  id: string;
  action: string;
  /** The fields that a click sends. */
  fields: Record<string, string>;
};

/** The form behind a switch. It stands outside of other forms; its button may stand inside one. */
export function SwitchFields({ id, action, fields }: SwitchFieldsProps) {
  const fetcher = useFetcher({ key: id });
  return (
    <fetcher.Form method="post" action={action} id={id} hidden>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </fetcher.Form>
  );
}

type SwitchButtonProps = {
  form: string;
  /** The name of the switch. It contains the row's name, because a list has many switches. */
  label: string;
  state: "on" | "off";
};

/** Shows the new state while the request runs, and the old state again when it was refused. */
export function SwitchButton({ form, label, state }: SwitchButtonProps) {
  const isPending = useFetcher({ key: form }).state !== "idle";
  return (
    <button
      type="submit"
      form={form}
      className="switch"
      role="switch"
      aria-checked={(state === "on") !== isPending}
      aria-label={label}
      disabled={isPending}
    >
      <span />
    </button>
  );
}

type SwitchSettingProps = SwitchButtonProps & { title: string; hint: string };

/** A switch with its description, beside a form. Its own form is `SwitchFields`. */
export function SwitchSetting({ title, hint, ...button }: SwitchSettingProps) {
  return (
    <div className="setting">
      <div>
        <b>{title}</b>
        <p>{hint}</p>
      </div>
      <SwitchButton {...button} />
    </div>
  );
}

/** A switch that acts at once. It is a form with one button, so it works without JavaScript. */
export function SwitchForm({
  id,
  action,
  fields,
  label,
  state,
}: SwitchFieldsProps & Omit<SwitchButtonProps, "form">) {
  return (
    <>
      <SwitchFields id={id} action={action} fields={fields} />
      <SwitchButton form={id} label={label} state={state} />
    </>
  );
}
