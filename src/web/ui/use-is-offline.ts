import { useSyncExternalStore } from "react";

function onChange(tell: () => void): () => void {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
}

/** Whether the browser reports that it has no network; false on the server. */
export const useIsOffline = () =>
  useSyncExternalStore(
    onChange,
    () => !navigator.onLine,
    () => false,
  );
