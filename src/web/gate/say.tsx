import type { ReactNode } from "react";
import { Icon, type IconName } from "#web/ui/icon.tsx";

const looks = {
  phone: "scanner__say",
  till: "till__right",
  chief: "gates__say",
  warning: "gates__say gates__say--warn",
} as const;

type SayProps = {
  /** On a phone, on it where all is right, on the chief's pages, and there as a warning. */
  as: keyof typeof looks;
  icon: IconName;
  role?: "alert" | "status" | "note";
  title?: string;
  hint?: ReactNode;
  children?: ReactNode;
};

/** What must be seen: a sign, a few words, and what follows from them. */
export function Say({ as, icon, role, title, hint, children }: SayProps) {
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
