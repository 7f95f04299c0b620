import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import type { SavedEventView } from "./event-form-reading.server.ts";
import { openingTexts as texts } from "./event-texts.ts";

/** When the sale begins, and the link to announce it. */
export function OpeningCard({ view: { opening, to } }: { view: SavedEventView["opening"] }) {
  if (!opening && !to) return null;
  return (
    <Card>
      <Section title={texts.title}>
        {opening ? (
          <>
            <p>
              <b>{texts.at(opening.when)}</b>
            </p>
            <p className="muted">{opening.roomFrom ? texts.room(opening.roomFrom) : texts.noRoom}</p>
            {opening.door === "closed" ? null : (
              <p className="muted">{opening.door === "room" ? texts.running : texts.begun}</p>
            )}
          </>
        ) : (
          <p className="muted">{texts.none}</p>
        )}
        {!to || (opening && opening.door !== "closed") ? null : (
          <p className="actions">
            <Link className={buttonClass({ size: "small" })} to={to} preventScrollReset>
              <OfficeIcon name="clock" /> {opening ? texts.change : texts.announce}
            </Link>
          </p>
        )}
      </Section>
    </Card>
  );
}
