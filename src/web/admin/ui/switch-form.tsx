import { useFetcher } from "react-router";

type SwitchFormProps = {
  /** What is switched, with the row's name in it: a list has many. */
  label: string;
  state: "on" | "off";
  /** What the press sends; `intent` says which act. */
  fields: Record<string, string>;
  action?: string;
};

/**
 * A switch that acts at once. It is a form with one button, so that it works without a script; with one it shows the
 * new state while the answer is on its way, and the old one again when it was refused.
 */
export function SwitchForm({ label, state, fields, action }: SwitchFormProps) {
  const fetcher = useFetcher();
  const isPending = fetcher.state !== "idle";
  const isOn = (state === "on") !== isPending;
  return (
    <fetcher.Form method="post" action={action} className="switch-form">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        disabled={isPending}
      >
        <span />
      </button>
    </fetcher.Form>
  );
}
