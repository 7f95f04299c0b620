import { useEffect, useRef } from "react";
import { codeOfKeys } from "#ticketing/delivery/ticket-code-reading.ts";

/** The most milliseconds between two characters of a scanner that types. A person is slower, and starts again. */
const characterGap = 100;
/** A code has at least so many characters. */
const leastCharacters = 8;

/** Listens for a scanner that types like a keyboard while no field has the focus: fast characters, then Enter. */
export function useTypedCodes(onCode: (text: string, takenAt: number) => void): void {
  const present = useRef(onCode);
  present.current = onCode;
  useEffect(() => {
    let typed = "";
    let lastAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - lastAt > characterGap) typed = "";
      lastAt = event.timeStamp;
      // a space or Enter must not press the focused button, nor a slash open the browser's search
      if (typed !== "") event.preventDefault();
      if (event.key.length === 1) typed += event.key;
      if (event.key !== "Enter" || typed.length < leastCharacters) return;
      present.current(codeOfKeys(typed), performance.now());
      typed = "";
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
