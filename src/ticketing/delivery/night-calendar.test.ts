import { describe, expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { nightCalendar } from "./night-calendar.ts";

const now = new Date("2027-06-01T10:00:00Z");

describe("the calendar of nights", () => {
  it("has the instant in UTC, summer and winter, and whole days for nights without a time", () => {
    const night = (eventDate: string, eventTime: string | null) =>
      nightCalendar([sampleTicket({ eventDate, eventTime })], "https://x.example", now);
    expect(night("2027-06-26", "22:00:00")).toContain("\r\nDTSTART:20270626T190000Z\r\n");
    expect(night("2027-01-15", "22:00:00")).toContain("\r\nDTSTART:20270115T200000Z\r\n");
    expect(night("2027-06-30", null)).toContain(
      "\r\nDTSTART;VALUE=DATE:20270630\r\nDTEND;VALUE=DATE:20270701\r\n",
    );
  });
  it("has the end where one is known; before its begin it is on the next day", () => {
    const night = (eventEnds: string | null) =>
      nightCalendar([sampleTicket({ eventDate: "2027-06-26", eventEnds })], "https://x.example", now);
    expect(night("04:30")).toContain("\r\nDTEND:20270627T013000Z\r\n");
    expect(night("23:30")).toContain("\r\nDTEND:20270626T203000Z\r\n");
    expect(night(null)).not.toContain("DTEND");
  });
  it("names every ticket of a night, and nothing that admits", () => {
    const ticket = sampleTicket({ eventId: "e1", label: "FSC-1", typeName: "Grup, de 5" });
    const text = nightCalendar(
      [ticket, { ...ticket, label: "FSC-2" }, sampleTicket({ eventId: "e2", label: "FSC-3" })],
      "https://x.example",
      now,
    );
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).toContain("\r\nDESCRIPTION:FSC-1\\, Grup\\, de 5\\nFSC-2\\, Grup\\, de 5\r\n");
  });
  it("keeps each text on its line, and folds long ones at 75 bytes", () => {
    const text = nightCalendar(
      [sampleTicket({ eventTitle: `Apă, foc; și\r\nATTENDEE:evil \\ ${"ț".repeat(80)}` })],
      "https://x.example",
      now,
    );
    expect(text).not.toMatch(/^ATTENDEE/m);
    expect(text.replaceAll("\r\n ", "")).toContain("SUMMARY:Apă\\, foc\\; și");
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
  it("is a calendar of one event for each night, by its id, its place and its page (RFC 5545)", () => {
    const night = sampleTicket({ eventId: "e1", eventSlug: "prima", location: "Plaja, nord" });
    const lines = nightCalendar(
      [night, { ...night, eventId: "e2", eventSlug: "a-doua", isCancelled: true }],
      "https://x.example",
      now,
    );
    expect(lines.split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Estival//RO",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH",
      ...["e1", "e2"].flatMap((id) => [
        "BEGIN:VEVENT",
        `UID:${id}@estival`,
        "DTSTAMP:20270601T100000Z",
        "DTSTART:20270626T190000Z",
        "SUMMARY:Noaptea Fosforului",
        "LOCATION:Plaja\\, nord",
        "DESCRIPTION:FSC-7730-418206\\, Grup de 5",
        `URL:https://x.example/events/${id === "e1" ? "prima" : "a-doua"}`,
        id === "e2" ? "STATUS:CANCELLED" : "STATUS:CONFIRMED",
        "END:VEVENT",
      ]),
      "END:VCALENDAR",
      "",
    ]);
  });
  it("fills each line to its last byte", () => {
    const text = (eventTitle: string) =>
      nightCalendar([sampleTicket({ eventTitle })], "https://x.example", now)
        .split("\r\n")
        .filter((line) => /^(?:SUMMARY| )/.test(line));
    expect(text("x".repeat(67))).toEqual([`SUMMARY:${"x".repeat(67)}`]);
    expect(text("x".repeat(142))).toEqual([`SUMMARY:${"x".repeat(67)}`, ` ${"x".repeat(74)}`, " x"]);
  });
});
