import { describe, expect, it } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import type { CardPrice } from "#platform/card-checkout/card-answers.ts";
import { artistForm, reservedNames } from "./artist-form.ts";
import { refusedAsDuplicate } from "./catalogue-refusals.ts";
import { copyForm } from "./duplicate-event-form.ts";
import { isRoomOpen, type Opening } from "./opening.ts";
import { openingForm, openingOfFields } from "./opening-form.ts";
import { agreesOn } from "./price-agreement.ts";
import { isReadOnly, type Stop, stoppedFor } from "./stop.ts";
import { stopForm } from "./stop-form.ts";
import { familyOf } from "./type-family.ts";

const ids = ["01980000-0000-7000-8000-000000000001", "01980000-0000-7000-8000-000000000002"];

describe("the form of an artist", () => {
  const artist = { name: " Nora ", bio: " Techno. ", tagline: "", youtube_link: "" };

  it("takes a name and a bio; tagline and video may be missing (B4-08)", () => {
    expect(artistForm.read(artist)).toEqual(
      done({ name: "Nora", bio: "Techno.", tagline: null, youtubeLink: null }),
    );
    const link = "https://youtu.be/dQw4w9WgXcQ";
    expect(artistForm.read({ ...artist, tagline: " live ", youtube_link: link })).toMatchObject({
      value: { tagline: "live", youtubeLink: link },
    });
  });

  it("takes no name that a type of ticket has, in whatever case (B12-04)", () => {
    expect(reservedNames).toHaveLength(4);
    for (const name of [...reservedNames, "vip", " EARLY bird ", "standard", "Group package"])
      expect(artistForm.read({ ...artist, name })).toEqual(refused({ name: "reserved" }));
    expect(artistForm.read({ ...artist, name: "VIP Trio" }).ok).toBe(true);
  });

  it.each<[Partial<typeof artistForm.empty>, object]>([
    [
      { name: " ", bio: "" },
      { name: "required", bio: "required" },
    ],
    [{ name: "x".repeat(121) }, { name: "too_long" }],
    [{ bio: "x".repeat(8001) }, { bio: "too_long" }],
    [{ tagline: "x".repeat(201) }, { tagline: "too_long" }],
    ...[
      "http://youtu.be/dQw4w9WgXcQ",
      "javascript:alert(1)",
      "https://user:pass@youtube.com/watch?v=abcdefghijk",
      "nicio adresă",
    ].map((link): [Partial<typeof artistForm.empty>, object] => [
      { youtube_link: link },
      { youtube_link: "not_a_link" },
    ]),
    [{ youtube_link: `https://youtu.be/${"x".repeat(500)}` }, { youtube_link: "too_long" }],
  ])("refuses %j", (change, refusal) => {
    expect(artistForm.read({ ...artist, ...change })).toMatchObject(refused(refusal));
  });
});

describe("the form of a copied night", () => {
  const copy: typeof copyForm.empty = {
    title: "Luna",
    name: "Luna",
    date: "2027-07-18",
    time: "22:30",
    parts: [],
    types: [],
  };

  it("takes what is another, and which parts and types go with it", () => {
    expect(copyForm.read(copy)).toEqual(done({ ...copy }));
    const parts = ["artists", "picture"];
    expect(copyForm.read({ ...copy, time: "", parts, types: [...ids, "", ...ids] })).toMatchObject({
      value: { time: null, parts, types: ids },
    });
  });

  it.each<[Partial<typeof copyForm.empty>, object]>([
    [{ name: "" }, { name: "required" }],
    [{ title: "" }, { title: "required" }],
    [{ name: "x".repeat(121) }, { name: "too_long" }],
    [{ date: "2027-02-29" }, { date: "not_a_date" }],
    [{ time: "24:00" }, { time: "not_a_time" }],
    [{ parts: ["tickets"] }, { parts: "unknown" }],
    [{ types: ["x"] }, { types: "unknown" }],
  ])("refuses %j", (change, refusal) => {
    expect(copyForm.read({ ...copy, ...change })).toMatchObject(refused(refusal));
  });
});

describe("an announced opening", () => {
  const form = { day: "2027-06-01", time: "10:00", room: "30" };
  const announced = (typed: typeof form) => {
    const read = openingForm.read(typed);
    return read.ok ? openingOfFields(read.value) : read.refusal;
  };

  it("is a day and an hour in Bucharest, with a waiting room of half an hour, an hour or none", () => {
    const opensAt = new Date("2027-06-01T07:00:00Z");
    for (const [room, roomMinutes] of [
      ["30", 30],
      ["60", 60],
      ["", null],
    ] as const)
      expect(announced({ ...form, room })).toEqual({ opensAt, roomMinutes });
  });

  it.each([
    [{ room: "45" }, { room: "unknown" }],
    [{ day: "" }, { day: "required" }],
    [{ day: "2027-06-31" }, { day: "not_a_date" }],
    [{ day: "x2027-06-01" }, { day: "not_a_date" }],
    [{ day: "2027-06-01x" }, { day: "not_a_date" }],
    [{ time: " " }, { time: "required" }],
    [{ time: "24:00" }, { time: "not_a_time" }],
    [{ time: "10:60" }, { time: "not_a_time" }],
    [{ time: "x10:00" }, { time: "not_a_time" }],
    [{ time: "10:000" }, { time: "not_a_time" }],
  ])("refuses %j", (change, refusal) => {
    expect(openingForm.read({ ...form, ...change })).toMatchObject(refused(refusal));
  });

  it("has an open room from its minute on until the sale is open, and no room where none was announced", () => {
    const opensAt = "2027-06-01T07:00:00Z";
    const opening: Opening = { opensAt, roomOpensAt: "2027-06-01T06:30:00Z", door: "closed" };
    const at = (time: string) => new Date(`2027-06-01T${time}Z`);
    expect(isRoomOpen(opening, at("06:29:59"))).toBe(false);
    expect(isRoomOpen(opening, at("06:30:00"))).toBe(true);
    expect(isRoomOpen({ ...opening, door: "room" }, at("07:05:00"))).toBe(true);
    expect(isRoomOpen({ ...opening, door: "open" }, at("07:05:00"))).toBe(false);
    expect(isRoomOpen({ ...opening, roomOpensAt: null }, at("06:45:00"))).toBe(false);
  });
});

describe("a stop", () => {
  const form: typeof stopForm.empty = { kind: "sale", eventId: ids[0] ?? "", reason: " Furtună ", until: "" };

  it("has a kind and a reason, for a night or the site, until a moment or until it is lifted", () => {
    expect(stopForm.read(form)).toEqual(
      done({ kind: "sale", eventId: ids[0], reason: "Furtună", until: null }),
    );
    expect(stopForm.read({ ...form, eventId: "", until: " 2027-07-18T10:00 " })).toMatchObject({
      value: { eventId: null, until: new Date("2027-07-18T07:00:00Z") },
    });
  });

  it.each<[Partial<typeof stopForm.empty>, object]>([
    [{ kind: "gate" }, { kind: "unknown" }],
    [{ eventId: "x" }, { eventId: "unknown" }],
    [{ reason: " " }, { reason: "required" }],
    [{ reason: "x".repeat(201) }, { reason: "too_long" }],
    ...[
      "2027-02-30T10:00",
      "2027-13-01T10:00",
      "2027-07-18T24:00",
      "2027-07-18T10:60",
      "2027-07-18T1:00",
      "x2027-07-18T10:00",
      "2027-07-18T10:00x",
      "2027-07-18",
      "mâine",
    ].map((until): [Partial<typeof stopForm.empty>, object] => [{ until }, { until: "not_a_date" }]),
  ])("is refused with %j", (change, refusal) => {
    expect(stopForm.read({ ...form, ...change })).toMatchObject(refused(refusal));
  });

  it("lets nothing be changed when it is of everything and for the whole site", () => {
    const stop: Stop = { kind: "read_only", eventId: null, until: null, secondsLeft: null };
    expect(isReadOnly([{ ...stop, kind: "sale" }, stop])).toBe(true);
    expect(
      isReadOnly([
        { ...stop, eventId: "x" },
        { ...stop, kind: "refunds" },
      ]),
    ).toBe(false);
    expect(isReadOnly([])).toBe(false);
  });

  it("is asked for by its kinds, in force, for the site or one of the nights", () => {
    expect(stoppedFor(["sale", "read_only"], "o.event_ids")).toBe(
      "EXISTS (SELECT FROM stops WHERE kind IN ('sale', 'read_only') AND lifted_at IS NULL AND (until IS NULL OR until > now()) AND (event_id IS NULL OR event_id = ANY (o.event_ids)))",
    );
  });
});

describe("a price at the card provider", () => {
  const price: CardPrice = {
    id: "price_1",
    amount: 12_000,
    currency: "ron",
    active: true,
    recurring: false,
    productId: "prod_1",
    livemode: false,
  };
  it("is the type's own when it is in use, single, in RON, of this amount and of this mode", () => {
    expect(agreesOn(price, 12_000, false)).toBe(true);
    expect(agreesOn({ ...price, livemode: true }, 12_000, true)).toBe(true);
    for (const change of [
      { active: false },
      { recurring: true },
      { currency: "eur" },
      { amount: 11_999 },
      { amount: null },
      { livemode: true },
    ])
      expect(agreesOn({ ...price, ...change }, 12_000, false)).toBe(false);
  });
});

describe("words of the catalogue", () => {
  it("a pass is one by its flag, an early bird by its name", () => {
    expect(familyOf("Early Bird", true)).toBe("season_pass");
    expect(familyOf("Super EARLY bird", false)).toBe("early_bird");
    expect(familyOf("Birdie early", false)).toBe("ordinary");
  });
  it("only a rule of the database about there being one is a duplicate", () => {
    const failure = (constraint: unknown, code = "23505") => ({ code, constraint });
    const thrownFor = (error: unknown) => {
      try {
        return refusedAsDuplicate(error);
      } catch (thrown) {
        return thrown;
      }
    };
    const refusal = (constraint: string) => refusedAsDuplicate(failure(constraint));
    expect(refusal("tickets_stripe_price_id_unique")).toEqual(refused({ reason: "duplicate_price" }));
    expect(refusal("site_content_key_unique")).toEqual(refused({ reason: "duplicate_list" }));
    for (const other of [
      failure("profiles_pkey"),
      failure(undefined),
      failure("tickets_stripe_price_id_unique", "23514"),
      new Error("gone"),
    ])
      expect(thrownFor(other)).toBe(other);
  });
});
