import type { ReactElement } from "react";
import { WaitingRoomPage } from "#web/checkout/waiting-room-page.tsx";
import type { StandingView, WaitingRoomView } from "#web/checkout/waiting-room-view.ts";
import { EventPage, type EventPageView } from "#web/public/event-page.tsx";
import type { TicketPanelView } from "#web/public/ticket-panel-view.ts";
import { tallPicture, ticketTypes, widePicture } from "./sample-season.ts";

const night = {
  id: "eclipsa",
  title: "Eclipsa",
  date: "2027-08-02",
  picture: tallPicture("eclipsa"),
  widePicture: widePicture("eclipsa"),
};

const room: WaitingRoomView = {
  event: night,
  viewer: "customer",
  time: "12:00",
  seconds: 277,
  waiting: 3412,
  available: 1200,
  pace: 18,
  lowestPrice: 12_000,
  holdMinutes: 30,
};

const opening: Extract<TicketPanelView, { kind: "opening" }> = {
  kind: "opening",
  day: "2027-07-19",
  time: "12:00",
  roomFrom: "11:30",
  waitingUrl: null,
  loginUrl: null,
};

const event = (panel: TicketPanelView): EventPageView => ({
  ...night,
  time: "21:00",
  location: "Plaja Licurici",
  description: "Luna trece prin fața soarelui, iar noi o așteptăm cu muzică.",
  light: "#ff8a4c",
  artists: [],
  panel,
  others: [],
});

const standing = (now: StandingView, more: Partial<WaitingRoomView> = {}) => (
  <WaitingRoomPage view={{ ...room, ...more }} standing={now} />
);

export const openingSamples: Record<string, () => ReactElement> = {
  "waiting-room": () => standing({ kind: "before_draw", seconds: 277, waiting: 3412 }),
  "waiting-room-anonymous": () => standing({ kind: "outside" }, { viewer: "anonymous" }),
  "waiting-room-outside": () => standing({ kind: "outside" }),
  "waiting-room-place": () =>
    standing({ kind: "waiting", number: 1906, ahead: 1731, seconds: 97, available: 640 }, { seconds: 0 }),
  "waiting-room-soldout": () =>
    standing({ kind: "waiting", number: 1906, ahead: 31, seconds: 3, available: 0 }, { seconds: 0 }),
  "event-opening": () => <EventPage view={event(opening)} hold={null} />,
  "event-opening-room": () => (
    <EventPage view={event({ ...opening, waitingUrl: "/events/eclipsa/waiting" })} hold={null} />
  ),
  "event-room-runs": () => (
    <EventPage
      view={event({
        kind: "sale",
        types: ticketTypes,
        waitingUrl: "/events/eclipsa/waiting",
        loginUrl: null,
        chosen: null,
        refusal: null,
        captcha: null,
      })}
      hold={null}
    />
  ),
  "event-stopped": () => <EventPage view={event({ kind: "stopped" })} hold={null} />,
};
