import { describe, expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { nightCalendar } from "./night-calendar.ts";

const now = new Date("2027-06-01T10:00:00Z");

describe("the calendar of nights", () => {
  it("tells the instant in UTC, summer and winter, and whole days where no time is known", () => {
    const night = (eventDate: string, eventTime: string | null) =>
      nightCalendar([sampleTicket({ eventDate, eventTime })], "https://x.example", now);
    expect(night("2027-06-26", "22:00:00")).toContain("\r\nDTSTART:20270626T190000Z\r\n");
    expect(night("2027-01-15", "22:00:00")).toContain("\r\nDTSTART:20270115T200000Z\r\n");
    expect(night("2027-06-30", null)).toContain(
      "\r\nDTSTART;VALUE=DATE:20270630\r\nDTEND;VALUE=DATE:20270701\r\n",
    );
  });
  it("lets no text break out of its line, and folds long ones at 75 bytes", () => {
    const text = nightCalendar(
      [sampleTicket({ eventTitle: `Apă, foc; și\r\nATTENDEE:evil \\ ${"ț".repeat(80)}` })],
      "https://x.example",
      now,
    );
    expect(text).not.toMatch(/^ATTENDEE/m);
    expect(text.replaceAll("\r\n ", "")).toContain("SUMMARY:Apă\\, foc\\; și");
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
});
