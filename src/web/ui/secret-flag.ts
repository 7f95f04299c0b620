import { useSyncExternalStore } from "react";
import { tabMemory } from "./browser-facilities.ts";

/** True only on a page of demo mode, for a visitor who is no administrator. A reload resets it. */
let honoured = false;

const isSet = () => tabMemory.read("secretAdminAccess") === "true";

/**
 * Whether `secretAdminAccess` is set in this tab and counts on this page. The page states whether it counts: in demo
 * mode the flag shows three links and the empty back-office, in production nothing. It never reaches the server and
 * gives no rights.
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

/** Whether the flag counted on the last public page, for a navigation inside the browser. */
export function carriesSecretFlag(): boolean {
  return honoured && isSet();
}

/** Signs out a visitor who has only the flag. */
export function forgetSecretFlag(): void {
  tabMemory.forget("secretAdminAccess");
}
