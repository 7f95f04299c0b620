import { useState } from "react";
import { useLocation } from "react-router";
import { offerAnchor } from "#web/request/choice-address.ts";
import { useEnhanced } from "#web/ui/use-enhanced.ts";

export type ChosenOffer = {
  isChosen(ticketTypeId: string): boolean;
  choose(ticketTypeId: string): void;
};

/** Which offer was pressed: kept in the page's address, so that a buyer who comes back, or has signed in, sees it. */
export function useChosenOffer(): ChosenOffer {
  const { hash } = useLocation();
  const enhanced = useEnhanced();
  const [pressed, setPressed] = useState<string | null>(null);
  const chosen = pressed ?? (enhanced ? hash : "");
  return {
    isChosen: (id) => chosen === `#${offerAnchor(id)}`,
    choose(id) {
      const anchor = `#${offerAnchor(id)}`;
      setPressed(anchor);
      history.replaceState(history.state, "", anchor);
    },
  };
}
