import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Loads the page's data again every `seconds`, while the page is visible; null: not now. */
export function useRefresh(seconds: number | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (seconds === null) return;
    const timer = setInterval(() => {
      // no request for a hidden page
      if (document.visibilityState === "visible") void revalidate();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [revalidate, seconds]);
}
