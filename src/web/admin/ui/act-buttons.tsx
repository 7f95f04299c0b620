import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Button, type ButtonLook, buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon, type OfficeIconName } from "./office-icon.tsx";

type Labelled = { icon?: OfficeIconName; label: ReactNode };
type ActLinkProps = ButtonLook & Labelled & Omit<LinkProps, "className" | "children">;

/** A link with the look of a button. */
export function ActLink({ look, size, width, icon, label, ...link }: ActLinkProps) {
  return (
    <Link className={buttonClass({ look, size, width })} {...link}>
      {icon ? <OfficeIcon name={icon} /> : null}
      {icon ? " " : null}
      {label}
    </Link>
  );
}

/** The link to the question before something is deleted. */
export function DeleteLink({ to, label }: { to: string; label: string }) {
  return <ActLink look="risk" to={to} preventScrollReset icon="trash" label={label} />;
}

type SubmitProps = ButtonLook & Labelled & ButtonHTMLAttributes<HTMLButtonElement>;

/** The button that sends its form. */
export function Submit({ icon, label, ...button }: SubmitProps) {
  return (
    <Button {...button} type="submit">
      {icon ? <OfficeIcon name={icon} /> : null}
      {icon ? " " : null}
      {label}
    </Button>
  );
}

const iconLook = `${buttonClass({ look: "quiet" })} icon-button`;

/** A link that is only an icon. Its label is for screen readers and for the tooltip. */
export function IconLink({ icon, label, ...link }: LinkProps & { icon: OfficeIconName; label: string }) {
  return (
    <Link className={iconLook} aria-label={label} title={label} {...link}>
      <OfficeIcon name={icon} />
    </Link>
  );
}

type IconSubmitProps = { icon: OfficeIconName; label: string } & ButtonHTMLAttributes<HTMLButtonElement>;

/** The same as a button that sends its form. */
export function IconSubmit({ icon, label, ...button }: IconSubmitProps) {
  return (
    <button type="submit" className={iconLook} aria-label={label} title={label} {...button}>
      <OfficeIcon name={icon} />
    </button>
  );
}
