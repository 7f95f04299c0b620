import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { accountTexts } from "./account-texts.ts";
import { nightViews } from "./my-night-views.ts";
import { MyTickets } from "./my-tickets.tsx";

it("tickets of a night that is over say so, and offer neither the calendar nor the hint for the gate", () => {
  const textOf = (isOver: boolean) => {
    const tickets = [1, 2].map((seatNo) => ({
      ...sampleTicket({ eventId: "n", orderId: "o", seatNo, label: `FSC-${seatNo}`, isOver }),
      code: { qr: "q", group: "K7QX9M2P" },
    }));
    const nights = nightViews(tickets, [], new Date("2027-06-20T12:00:00Z"));
    const page = <MyTickets nights={nights} sent={[]} openId={null} mayBeGuests={false} />;
    const router = createMemoryRouter([{ path: "/", element: page }]);
    return renderToString(<RouterProvider router={router} />)
      .replaceAll("<!-- -->", "")
      .replace(/<[^>]*>/g, "|");
  };
  const offered = [accountTexts.addToCalendar, accountTexts.gateHint, "10 intrări rămase"];
  for (const words of offered) expect(textOf(false)).toContain(words);
  for (const words of offered) expect(textOf(true)).not.toContain(words);
  expect(textOf(true)).toContain("|2 bilete, a trecut|");
});
