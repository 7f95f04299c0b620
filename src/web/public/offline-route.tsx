import { useEffect, useState } from "react";
import { safeReturn } from "#web/request/return-address.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { stormWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { WaysToSavedTickets } from "#web/ui/saved-tickets-panel.tsx";
import { savedTicketsTexts as texts } from "#web/ui/saved-tickets-texts.ts";

export const meta = metaOf(() => texts.noNetwork);

/** Shown without network for a page that did not open, on phones with saved tickets. `#` has that page's address. */
export default function Offline() {
  const [failedPage, setWanted] = useState("/");
  useEffect(() => setWanted(safeReturn(location.hash.slice(1))), []);
  return (
    <EmptyState title={texts.noNetwork} text={texts.noNetworkText} picture={stormWide} size="page">
      <WaysToSavedTickets />
      <ButtonLink look="line" href={failedPage}>
        <Icon name="refresh" /> {texts.tryAgain}
      </ButtonLink>
    </EmptyState>
  );
}
