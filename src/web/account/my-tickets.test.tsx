import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import type { SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { accountTexts } from "./account-texts.ts";
import { nightViews } from "./my-night-views.ts";
import { MyTickets } from "./my-tickets.tsx";

const textOfTickets = (tickets: readonly SeenTicket[]) => {
  const nights = nightViews(tickets, [], new Date("2027-06-20T12:00:00Z"));
  const page = <MyTickets nights={nights} sent={[]} openId={null} mayBeGuests={false} />;
  const router = createMemoryRouter([{ path: "/", element: page }]);
  return renderToString(<RouterProvider router={router} />)
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, "|");
};
const code = { qr: "q", group: "K7QX9M2P" };
const ofPass = (night: number, more: Partial<SeenTicket> = {}): SeenTicket => ({
  ...sampleTicket({ orderId: "pass", eventId: `n${night}`, eventTitle: `Noaptea ${night}`, lineNo: 1 }),
  label: `SEASON-1234-567890-0${night}`,
  family: "season_pass",
  typeName: "All Season Pass",
  code,
  ...more,
});

it("what stands below tonight's tickets and passes is counted without them, and not called all that follows", () => {
  const tonight = [ofPass(1, { isTonight: true }), ofPass(2)];
  const later = { ...sampleTicket({ eventId: "n2", label: "FSC-1" }), code };
  expect(textOfTickets([...tonight, later])).toMatch(/\|Celelalte bilete\|+1 noapte, 1 bilet\|/);
  expect(textOfTickets([later])).toMatch(/\|Urmează\|+1 noapte, 1 bilet\|/);
  expect(textOfTickets(tonight)).not.toMatch(/\|(Urmează|Celelalte bilete)\|/);
});

it("a position names its order where the tickets above it are counted of several orders", () => {
  const tickets = [7, 8].flatMap((orderNumber) =>
    [1, 2].map((no) => ({
      ...sampleTicket({ eventId: "n", orderId: `o${orderNumber}`, orderNumber, seatNo: no }),
      label: `FSC-${orderNumber}${no}`,
      position: { no, of: 2 },
      code,
    })),
  );
  const text = textOfTickets(tickets);
  expect(text).toMatch(/\|4 bilete[^|]*\|/);
  for (const one of ["Biletul 1 din 2 din comanda 7", "Biletul 2 din 2 din comanda 8"])
    expect(text).toContain(`|${one}|`);
  expect(textOfTickets(tickets.slice(0, 2))).toContain("|Biletul 1 din 2|");
});

it("a pass's ticket is headed by its night, names the pass, and says of its price that it is all nights'", () => {
  const text = textOfTickets([ofPass(1, { isTonight: true }), ofPass(2)]);
  expect(text.indexOf("|Noaptea 1|")).toBeLessThan(text.indexOf("|All Season Pass|"));
  expect(text).toMatch(/\|Preț, toate nopțile\|+840 LEI\|/);
  expect(textOfTickets([ofPass(1)])).toMatch(/\|Preț\|+420 LEI\|/);
});

it("a pass's night of tonight is not said to follow, and counts as used once its entry is", () => {
  const textOf = (left: number) =>
    textOfTickets([ofPass(1, { isTonight: true, entriesTotal: 1, entriesRemaining: left }), ofPass(2)]);
  expect(textOf(1)).toMatch(/2 rămase\|.*\|noaptea asta\|/);
  expect(textOf(1)).not.toContain("|urmează|");
  expect(textOf(0)).toMatch(/1 folosită, 1 rămasă\|.*\| intrat\|.*\|urmează\|/);
});

it("tickets of a night that is over say so, and offer neither the calendar nor the hint for the gate", () => {
  const textOf = (isOver: boolean) => {
    const tickets = [1, 2].map((seatNo) => ({
      ...sampleTicket({ eventId: "n", orderId: "o", seatNo, label: `FSC-${seatNo}`, isOver }),
      code,
    }));
    return textOfTickets(tickets);
  };
  const offered = [accountTexts.addToCalendar, accountTexts.gateHint, "10 intrări rămase"];
  for (const words of offered) expect(textOf(false)).toContain(words);
  for (const words of offered) expect(textOf(true)).not.toContain(words);
  expect(textOf(true)).toContain("|2 bilete, a trecut|");
});

it("a moved night of a pass says so in the pass's list of nights, and no other does", () => {
  const nights = [1, 2].map((n) => ({
    ...sampleTicket({
      eventId: `n${n}`,
      orderId: "o",
      family: "season_pass",
      label: `SEASON-2210-640918-0${n}`,
      eventDate: `2027-07-0${n}`,
      moved:
        n === 1 ? null : { date: "2027-07-03", time: null, location: "Plaja", reason: "Vânt.", times: 1 },
    }),
    code: { qr: "q", group: "K7QX9M2P" },
  }));
  const [pass] = nightViews(nights, [], new Date("2027-06-20T12:00:00Z"));
  expect(pass?.passNights?.map(({ isMoved }) => isMoved)).toEqual([false, true]);
  const page = <MyTickets nights={pass ? [pass] : []} sent={[]} openId={null} mayBeGuests={false} />;
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: "/", element: page }])} />);
  expect(html.split(">mutată<")).toHaveLength(2);
});
