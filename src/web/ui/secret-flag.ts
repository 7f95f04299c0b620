import { useSyncExternalStore } from "react";

/** Only a page of demo mode sets it, for who is no administrator; a reload forgets it. */
let honoured = false;

const isSet = () => sessionStorage.getItem("secretAdminAccess") === "true";

/**
 * Whether this browser session carries `secretAdminAccess`. The page that asks also says whether the flag counts at all:
 * in demo mode it shows three links and the empty back-office (decision 3), in production nothing. It never reaches
 * the server and gives no right.
 */
export function useSecretFlag(flag: "honoured" | "ignored"): boolean {
  const set = useSyncExternalStore(
    (changed) => {
      honoured = flag === "honoured";
      addEventListener("storage", changed);
      return () => removeEventListener("storage", changed);
    },
    isSet,
    () => false,
  );
  return flag === "honoured" && set;
}

/** For a navigation inside the browser: the same answer, from what the last public page said. */
export function carriesSecretFlag(): boolean {
  return honoured && isSet();
}
