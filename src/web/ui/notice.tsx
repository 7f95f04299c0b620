import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { unbroken } from "./unbroken.tsx";

export type NoticeKind = "warn" | "bad" | "ok" | "info";

const signs: Record<NoticeKind, IconName> = { warn: "alert", bad: "alert", ok: "check", info: "info" };

/** A message in the page. Screen readers read warnings and errors at once. */
export function Notice({ kind, title, children }: { kind: NoticeKind; title?: string; children: ReactNode }) {
  const role = kind === "bad" || kind === "warn" ? "alert" : "status";
  return (
    <div className={`notice notice--${kind}`} role={role}>
      <Icon name={signs[kind]} />
      <p>
        {title ? <b>{unbroken(title)} </b> : null}
        {children}
      </p>
    </div>
  );
}
