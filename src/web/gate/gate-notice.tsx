import { Icon } from "#web/ui/icon.tsx";

/** Why a form of the door was not taken; nothing where it was. */
export function GateNotice({ text, id }: { text: string | null | undefined; id?: string }) {
  return text ? (
    <p className="gate__error" id={id} role="alert">
      <Icon name="alert" /> {text}
    </p>
  ) : null;
}
