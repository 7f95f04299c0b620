import { Link } from "react-router";
import { asSentence, counted } from "#kernel/romanian.ts";
import { formatWeekday } from "#kernel/time.ts";
import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import { movedNightTexts } from "#web/request/sale-texts.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import type { Route } from "./+types/event-route.ts";
import { publicTexts } from "./public-texts.ts";

type NightFactsView = Route.ComponentProps["loaderData"]["view"];

/** `isOn`: the night takes place and has not ended. */
export function NightFacts({ view, isOn }: { view: NightFactsView; isOn: boolean }) {
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{publicTexts.date}</dt>
          <dd className="display gold">
            <DateText day={view.date} form="long" />
            {view.moved && view.moved.date !== view.date && isOn ? (
              <>
                {" "}
                <del>
                  <DateText day={view.moved.date} form="long" />
                </del>
              </>
            ) : null}
          </dd>
        </div>
        {view.time ? (
          <div>
            <dt>{publicTexts.time}</dt>
            <dd className="display figures">{view.time}</dd>
          </div>
        ) : null}
        <div>
          <dt>{publicTexts.place}</dt>
          <dd className="display">{view.location}</dd>
        </div>
      </dl>
      {isOn ? <GoodToKnow view={view} /> : null}
      {view.moved && isOn ? <Moved view={view} moved={view.moved} /> : null}
    </>
  );
}

/** The former date of a moved night, the reason, and a link for people with a ticket. */
function Moved({ view, moved }: { view: NightFactsView; moved: NonNullable<NightFactsView["moved"]> }) {
  return (
    <section className="moved-night" aria-labelledby="moved">
      <Icon name="calendar" />
      <div>
        <h2 className="display" id="moved">
          {unbroken(movedNightTexts.title(view, moved))}
        </h2>
        <p>
          {movedNightTexts.was(view, moved)} {asSentence(moved.reason)}
        </p>
        <p>
          <Link className="text-link" to={view.ordersPath}>
            {movedNightTexts.choose} <Icon name="arrowRight" />
          </Link>
        </p>
      </div>
    </section>
  );
}

/** The night's hours in words. While the night runs, they say what has begun, if an hour is known. */
function hoursOf({ date, time, doors, end, phase, hasBegun }: NightFactsView): string[] {
  const until = end ? [publicTexts.until(end.time, end.day === date ? null : formatWeekday(end.day))] : [];
  const hour = hourOfDoors({ date, time, doors });
  if (phase !== "ongoing" || !(time ?? doors))
    return [...(hour ? [publicTexts.doorsAt(hour)] : []), ...until];
  const line = (words: string) => [words, ...until.map(publicTexts.lasts)].join(", ");
  if (time && !hasBegun) return [publicTexts.doorsOpen, line(publicTexts.beginsAt(time))];
  return [publicTexts.running, line(time ? publicTexts.begunAt(time) : publicTexts.doorsOpened(hour ?? ""))];
}

/** The known facts of the night, in one line. */
function GoodToKnow({ view }: { view: NightFactsView }) {
  const { minimumAge, way } = view;
  return (
    <ul className="good-to-know" aria-label={publicTexts.goodToKnow}>
      {hoursOf(view).map((words) => (
        <li key={words} className={words === publicTexts.running ? "phosphor" : undefined}>
          {words}
        </li>
      ))}
      {minimumAge === null ? null : (
        <li>
          <abbr title={publicTexts.fromAge(counted(minimumAge, "year"))}>{minimumAge}+</abbr>
        </li>
      )}
      {way ? (
        <li>
          <a className="text-link" href="#drum">
            {publicTexts.way}
          </a>
        </li>
      ) : null}
      <li>
        <a className="text-link" href={`/events/${view.slug}/night.ics`} download>
          <Icon name="calendar" /> {shownTicketTexts.addToCalendar}
        </a>
      </li>
    </ul>
  );
}

export function WayThere({ location, way }: { location: string; way: NonNullable<NightFactsView["way"]> }) {
  return (
    <section className="event__section" id="drum" aria-labelledby="way">
      <h2 className="display" id="way">
        {publicTexts.way}
      </h2>
      <div className="way-there">
        <p>
          <b>{way.address.includes(location) ? way.address : `${location}, ${way.address}`}</b>
        </p>
        {way.directions ? <p className="muted">{way.directions}</p> : null}
        <p>
          <a className="text-link" href={way.mapUrl} rel="noreferrer">
            <Icon name="pin" /> {publicTexts.openMap}
          </a>
        </p>
      </div>
    </section>
  );
}
