import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For a form whose fields follow React state. A person may choose before the script is loaded, and the first change
 * of the state would undo that choice. So the form is read once at the start, and `take` puts the choice into the
 * state.
 */
export function useEarlyChoice(take: (chosen: FormData) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const taken = useRef(false);
  useLayoutEffect(() => {
    if (taken.current || !form.current) return;
    taken.current = true;
    take(new FormData(form.current));
  });
  return form;
}
