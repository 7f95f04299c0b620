import { type RefObject, useEffect, useRef } from "react";

/** Shows the place of these tickets from its top once one was split into several: the pressed button went with its card. */
export function useShowGrown(count: number): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) place.current?.scrollIntoView();
    before.current = count;
  }, [count]);
  return place;
}
