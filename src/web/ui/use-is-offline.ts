import { useSyncExternalStore } from "react";

function onChange(tell: () => void): () => void {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
}

/** Whether this device knows that it has no network; on the server it has. */
export const useIsOffline = () =>
  useSyncExternalStore(
    onChange,
    () => !navigator.onLine,
    () => false,
  );
