import { useSyncExternalStore } from "react";
import { tabMemory } from "./browser-facilities.ts";

/** Only a page of demo mode sets it, for a visitor who is no administrator; a reload forgets it. */
let honoured = false;

const isSet = () => tabMemory.read("secretAdminAccess") === "true";

/**
 * Whether this browser session has `secretAdminAccess`. The page that reads it also states whether the flag counts at
 * all: in demo mode it shows three links and the empty back-office, in production nothing. It never
 * reaches the server and gives no right.
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

/** For a navigation inside the browser: the same answer, from the last public page. */
export function carriesSecretFlag(): boolean {
  return honoured && isSet();
}

/** Signs out a visitor who had only the flag. */
export function forgetSecretFlag(): void {
  tabMemory.forget("secretAdminAccess");
}
