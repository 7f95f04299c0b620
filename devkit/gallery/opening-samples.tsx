import type { WaitingRoomView } from "#web/checkout/read-waiting-room.server.ts";
import { WaitingRoomPage } from "#web/checkout/waiting-room-page.tsx";
import { EventPage } from "#web/public/event-route.tsx";
import type { TicketPanelView } from "#web/public/ticket-panel-view.ts";
import type { StandingView } from "#web/ui/use-standing.ts";
import { screensOf } from "./render-screen.tsx";
import { closedPanel, nightFacts, salePanel, sampleNight } from "./sample-season.ts";

const night = { ...sampleNight("eclipsa"), ...nightFacts };
const waitingUrl = "/events/eclipsa/waiting";

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
  mayGuestsBuy: true,
};
const standing = (standingView: StandingView, more: Partial<WaitingRoomView> = {}) => ({
  view: { ...room, ...more },
  standing: standingView,
});

const opening = closedPanel("announced", {
  opens: { day: "2027-07-19", time: "12:00" },
  roomFrom: "11:30",
});
const event = (panel: TicketPanelView) => ({
  view: { ...night, artists: [], panel, others: [] },
  hold: null,
});

export const openingSamples = {
  ...screensOf(WaitingRoomPage, {
    "waiting-room": standing({ kind: "before_draw", seconds: 277, waiting: 3412 }),
    "waiting-room-anonymous": standing({ kind: "outside" }, { viewer: "anonymous" }),
    "waiting-room-outside": standing({ kind: "outside" }),
    "waiting-room-place": standing(
      { kind: "waiting", number: 1906, ahead: 1731, seconds: 97, available: 640 },
      { seconds: 0 },
    ),
    "waiting-room-soldout": standing(
      { kind: "waiting", number: 1906, ahead: 31, seconds: 3, available: 0 },
      { seconds: 0 },
    ),
  }),
  ...screensOf(EventPage, {
    "event-opening": event(opening),
    "event-opening-room": event({ ...opening, waitingUrl }),
    "event-room-runs": event({ ...salePanel, waitingUrl }),
    "event-stopped": event(closedPanel("stopped")),
  }),
};
