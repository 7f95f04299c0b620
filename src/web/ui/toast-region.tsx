import { useEffect, useState } from "react";
import { type Toast, toast, useToaster } from "react-hot-toast/headless";
import { Icon } from "./icon.tsx";
import { meaningOfToast } from "./quoted-toast-texts.ts";

/** `info` is neither a success nor a failure. */
export type Flash = { kind: "success" | "error" | "info"; text: string };

/**
 * Short messages at the bottom of the screen. A flash is in the page's HTML, so it is visible without JavaScript;
 * JavaScript turns it into a toast that disappears. Durations and the limit of 20 are the library's.
 */
export function ToastRegion({ flash }: { flash?: Flash | null }) {
  const { toasts, handlers } = useToaster();
  const [isToasted, setTaken] = useState(false);
  useEffect(() => {
    setTaken(true);
    if (!flash) return;
    if (flash.kind === "info") toast(flash.text);
    else toast[flash.kind](flash.text);
  }, [flash]);
  return (
    <div
      className="toasts"
      role="status"
      aria-atomic="false"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {/* the region must exist before any toast, else a screen reader would not read the toast */}
      {flash && !isToasted ? (
        <ToastView kind={flash.kind === "info" ? "blank" : flash.kind} text={flash.text} />
      ) : null}
      {toasts
        .filter((one) => one.visible)
        .map((one) => (
          <ToastView key={one.id} kind={one.type} text={String(one.message)} />
        ))}
    </div>
  );
}

export function ToastView({ kind, text }: { kind: Toast["type"]; text: string }) {
  const meaning = meaningOfToast(text);
  return (
    <div className={`toast toast--${kind}`} role={kind === "error" ? "alert" : undefined}>
      {kind === "success" ? <Icon name="check" /> : null}
      {kind === "error" ? <Icon name="alert" /> : null}
      {kind === "loading" ? <span className="toast__wait" aria-hidden="true" /> : null}
      <span>
        <span>{text}</span>
        {meaning ? <small>{meaning}</small> : null}
      </span>
    </div>
  );
}
