import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reads the page's data again each so many seconds, while somebody sees the page. */
export function useRefresh(seconds: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      // nobody sees the page: no request
      if (document.visibilityState === "visible") void revalidate();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [revalidate, seconds]);
}
