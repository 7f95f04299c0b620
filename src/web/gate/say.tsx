import type { ReactNode } from "react";
import { Icon, type IconName } from "#web/ui/icon.tsx";

const looks = {
  phone: "scanner__say",
  till: "till__right",
  chief: "gates__say",
  warning: "gates__say gates__say--warn",
} as const;

type SayProps = {
  /** The look: on a phone, on a phone when all is right, on the chief's pages, or there as a warning. */
  as: keyof typeof looks;
  icon: IconName;
  role?: "alert" | "status" | "note";
  title?: string;
  hint?: ReactNode;
  children?: ReactNode;
};

/** An important message: an icon, a few words, and a hint. */
export function GateMessage({ as, icon, role, title, hint, children }: SayProps) {
  return (
    <p className={looks[as]} role={role}>
      <Icon name={icon} />
      <span>
        {title ? <b>{title}</b> : null}
        {hint}
      </span>
      {children}
    </p>
  );
}
