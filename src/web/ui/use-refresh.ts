import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Loads the page's data again every `seconds`, while the page is visible. */
export function useRefresh(seconds: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      // no request for a hidden page
      if (document.visibilityState === "visible") void revalidate();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [revalidate, seconds]);
}
