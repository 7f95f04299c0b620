import { describe, expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { calendarType, nightCalendar } from "./night-calendar.ts";

const inClub = { origin: "https://x.example", now: new Date("2027-06-01T10:00:00Z"), clubAddress: "" };

describe("the calendar of nights", () => {
  it("has the instant in UTC, summer and winter, and whole days for nights without a time", () => {
    const night = (eventDate: string, eventTime: string | null) =>
      nightCalendar([sampleTicket({ eventDate, eventTime })], inClub);
    expect(night("2027-06-26", "22:00:00")).toContain("\r\nDTSTART:20270626T190000Z\r\n");
    expect(night("2027-01-15", "22:00:00")).toContain("\r\nDTSTART:20270115T200000Z\r\n");
    expect(night("2027-06-30", null)).toContain(
      "\r\nDTSTART;VALUE=DATE:20270630\r\nDTEND;VALUE=DATE:20270701\r\n",
    );
  });
  it("has the end where one is known; before its begin it is on the next day", () => {
    const night = (eventEnds: string | null) =>
      nightCalendar([sampleTicket({ eventDate: "2027-06-26", eventEnds })], inClub);
    expect(night("04:30")).toContain("\r\nDTEND:20270627T013000Z\r\n");
    expect(night("23:30")).toContain("\r\nDTEND:20270626T203000Z\r\n");
    expect(night(null)).not.toContain("DTEND");
  });
  it("names every ticket of a night, and nothing that admits", () => {
    const ticket = sampleTicket({ eventId: "e1", label: "FSC-1", typeName: "Grup, de 5" });
    const text = nightCalendar(
      [ticket, { ...ticket, label: "FSC-2" }, sampleTicket({ eventId: "e2", label: "FSC-3" })],
      inClub,
    );
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).toContain("\r\nDESCRIPTION:FSC-1\\, Grup\\, de 5\\nFSC-2\\, Grup\\, de 5\r\n");
  });
  it("says the address, which a map can find, and when doors open for whom", () => {
    const night = sampleTicket({
      location: "Plaja Licurici",
      eventDoors: "21:00",
      minimumAge: 18,
      label: "FSC-1",
    });
    const text = (address: string | null, clubAddress: string) =>
      nightCalendar([{ ...night, address }], { ...inClub, clubAddress }).replaceAll("\r\n ", "");
    expect(text("Digul de sud, 2", "Digul de nord")).toContain(
      "\r\nLOCATION:Plaja Licurici\\, Digul de sud\\, 2\r\n",
    );
    expect(text(null, "Plaja Licurici, nord")).toContain("\r\nLOCATION:Plaja Licurici\\, nord\r\n");
    expect(text(null, "")).toContain("\r\nLOCATION:Plaja Licurici\r\n");
    expect(text(null, "")).toContain("\r\nDESCRIPTION:Ușile 21:00\\n18+\\nFSC-1");
  });
  it("keeps each text on its line, and folds long ones at 75 bytes", () => {
    const text = nightCalendar(
      [sampleTicket({ eventTitle: `Apă, foc; și\r\nATTENDEE:evil \\ ${"ț".repeat(80)}` })],
      inClub,
    );
    expect(text).not.toMatch(/^ATTENDEE/m);
    expect(text.replaceAll("\r\n ", "")).toContain("SUMMARY:Apă\\, foc\\; și");
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
  it("is a calendar of one event for each night, by its id, its place and its page (RFC 5545)", () => {
    const night = sampleTicket({ eventId: "e1", eventSlug: "prima", location: "Plaja, nord" });
    const lines = nightCalendar(
      [night, { ...night, eventId: "e2", eventSlug: "a-doua", isCancelled: true }],
      inClub,
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
        "SEQUENCE:76154400",
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
  it("has a higher count in every later file, so that it moves a night, and brings it back after a CANCEL (71)", () => {
    const at = (second: number, isCancelled: boolean) => {
      const now = new Date(inClub.now.getTime() + second * 1000);
      const text = nightCalendar([sampleTicket({ isCancelled })], { ...inClub, now });
      return Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    };
    const [bought, cancelled, again] = [at(0, false), at(1, true), at(2, false)] as const;
    expect(cancelled).toBeGreaterThan(bought);
    expect(again).toBeGreaterThan(cancelled);
  });
  it("takes a night out of calendars where it is cancelled by email", () => {
    const text = nightCalendar([sampleTicket({ isCancelled: true })], { ...inClub, method: "CANCEL" });
    for (const line of ["METHOD:CANCEL", "STATUS:CANCELLED"]) expect(text).toContain(`\r\n${line}\r\n`);
    expect(calendarType("CANCEL")).toContain("method=CANCEL");
  });
  it("fills each line to its last byte", () => {
    const text = (eventTitle: string) =>
      nightCalendar([sampleTicket({ eventTitle })], inClub)
        .split("\r\n")
        .filter((line) => /^(?:SUMMARY| )/.test(line));
    expect(text("x".repeat(67))).toEqual([`SUMMARY:${"x".repeat(67)}`]);
    expect(text("x".repeat(142))).toEqual([`SUMMARY:${"x".repeat(67)}`, ` ${"x".repeat(74)}`, " x"]);
  });
});
