import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For a form whose fields follow a state. Before the script is loaded they follow the person alone, and the first
 * change of the state would undo the choice: so it is read once, before that, and `take` puts it into the state.
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
