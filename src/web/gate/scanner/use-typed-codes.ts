import { useEffect, useRef } from "react";

/** Milliseconds between two signs of a scanner that types; a person is slower, and begins anew. */
const signGap = 100;
/** Fewer signs are no code. */
const leastSigns = 8;

/** Hears a scanner that types like a keyboard: signs in quick order, then Enter, where no field has the focus. */
export function useTypedCodes(isListening: boolean, onCode: (text: string, takenAt: number) => void): void {
  const present = useRef(onCode);
  present.current = onCode;
  useEffect(() => {
    if (!isListening) return;
    let typed = "";
    let lastAt = 0;
    const hear = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - lastAt > signGap) typed = "";
      lastAt = event.timeStamp;
      if (event.key.length === 1) typed += event.key;
      if (event.key !== "Enter" || typed.length < leastSigns) return;
      // the button that has the focus is not meant
      event.preventDefault();
      present.current(typed, performance.now());
      typed = "";
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [isListening]);
}
