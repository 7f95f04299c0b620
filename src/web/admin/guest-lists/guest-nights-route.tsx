import { Link } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { listNightsOfLists } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { Card, Section } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/guest-nights-route.ts";
import { guestListTexts as texts } from "./guest-list-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(adminTexts.guests) }];

export const loader = ({ context }: Route.LoaderArgs) => readAs(context, listNightsOfLists);

/** Links to the guest lists of the coming nights, also for people who may not open the nights themselves. */
export default function GuestNights({ loaderData: nights }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={adminTexts.guests} />
      {nights.length === 0 ? (
        <NothingHere title={texts.noNights} text={texts.noNightsText} />
      ) : (
        <Card>
          <Section title={texts.nights}>
            <ul className="night-list">
              {nights.map(({ id, name, date, places }) => (
                <li key={id}>
                  <Link to={`/admin/events/${id}/guests`}>{name}</Link>
                  <span className="figures">{texts.ofNight(formatShortDate(date), places)}</span>
                </li>
              ))}
            </ul>
          </Section>
        </Card>
      )}
    </>
  );
}
