import { useEffect, useState } from "react";
import { safeReturn } from "#web/request/return-address.ts";
import { metaOf } from "#web/ui/page-title.ts";
import { savedTicketsTexts } from "#web/ui/saved-tickets-texts.ts";
import { OfflinePage } from "./lost-pages.tsx";

export const meta = metaOf(() => savedTicketsTexts.noNetwork);

/** Shown without network for a page that did not open, on phones with saved tickets. `#` has that page's address. */
export default function Offline() {
  const [failedPage, setWanted] = useState("/");
  useEffect(() => setWanted(safeReturn(location.hash.slice(1))), []);
  return <OfflinePage failedPage={failedPage} />;
}
