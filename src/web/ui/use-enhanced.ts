import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and while it is taken over, true once a script runs: for controls that need one. */
export function useEnhanced(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
