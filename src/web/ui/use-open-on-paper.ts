import { useEffect } from "react";

/** Opens folded parts for printing, in browsers where print.css cannot. */
export function useOpenOnPaper(): void {
  useEffect(() => {
    let opened: Element[] = [];
    const open = () => {
      opened = [...document.querySelectorAll('details[data-print="open"]:not([open])')];
      for (const one of opened) one.setAttribute("open", "");
    };
    const close = () => {
      for (const one of opened) one.removeAttribute("open");
    };
    addEventListener("beforeprint", open);
    addEventListener("afterprint", close);
    return () => {
      removeEventListener("beforeprint", open);
      removeEventListener("afterprint", close);
    };
  }, []);
}
