import { describe, expect, it } from "vitest";
import { choice, flag, moment, number, optional, textUpTo, ticked, where } from "#ticketing/forms/fields.ts";
import { form } from "#ticketing/forms/form.ts";
import { fieldSentences } from "./field-texts.ts";
import { readSentForm } from "./sent-form.server.ts";
import { withWords } from "./ui/form-words.ts";

const offer = withWords(
  form({
    name: textUpTo(20),
    kind: choice(["all", "some"]),
    seats: where("kind", "some", number(1, 9)),
    until: optional(moment()),
    is_open: flag(),
    nights: ticked(3),
  }),
  {
    name: { label: "Nume" },
    kind: { label: "Fel" },
    seats: { label: "Locuri", wrong: { too_big: "Cel mult nouă" } },
    until: { label: "Până la" },
    is_open: { label: "Deschis" },
    nights: { label: "Nopți" },
  },
);

const asks = (fields: Record<string, string>) =>
  new Request("https://club.example/", { method: "POST", body: new URLSearchParams(fields) });
const sent = (fields: Record<string, string>) =>
  readSentForm(asks({ version: "3", opened: "{}", ...fields }), offer, ["version", "opened"]);

describe("a form that was sent", () => {
  it("has its own fields and what was named beside them; any other is refused", async () => {
    const { values, version } = await sent({ name: "Techno", kind: "all" });
    expect([values.name, values.nights, version]).toEqual(["Techno", [], 3]);
    await expect(sent({ name: "Techno", sold: "9" })).rejects.toMatchObject({ init: { status: 400 } });
    await expect(readSentForm(asks({ version: "3" }), offer)).rejects.toMatchObject({
      init: { status: 400 },
    });
  });

  it("comes back as it was typed, with a sentence of its own or the usual one beside each wrong field", async () => {
    const { wrong } = await sent({ name: " ", kind: "some", seats: "10" });
    const { data, init } = wrong();
    expect(init?.status).toBe(422);
    expect(data.errors).toEqual({ name: fieldSentences.required, seats: "Cel mult nouă" });
    expect([data.values.seats, data.openedWith]).toEqual(["10", { version: "3", opened: "{}" }]);
  });

  it("is checked in the browser by the same rules", () => {
    const typed = new FormData();
    typed.set("kind", "some");
    typed.set("name", "Techno");
    expect(offer.check(typed)).toEqual({ seats: fieldSentences.required });
    typed.set("seats", "9");
    expect(offer.check(typed)).toEqual({});
  });

  it("is compared with what another saved meanwhile, each value in words and texts as they are", async () => {
    const opened = JSON.stringify({ name: "Techno", kind: "all", is_open: "", until: "", nights: "" });
    const { conflict } = await sent({ name: "Techno T", kind: "all", is_open: "1", opened });
    const saved = {
      name: "House",
      kind: "all",
      seats: null,
      until: new Date("2027-07-19T07:00:00Z"),
    } as const;
    const { conflict: view, openedWith } = conflict("S-a schimbat", {
      ...saved,
      isOpen: false,
      nights: [],
      version: 4,
    });
    expect([openedWith, view?.version]).toEqual([null, 4]);
    expect(
      view?.differing.map(({ label, mine, saved, choice }) => [label, mine.shown, saved.shown, choice]),
    ).toEqual([
      ["Nume", "Techno T", "House", "mine"],
      ["Până la", "", "2027-07-19 10:00", "saved"],
      ["Deschis", "da", "nu", "mine"],
    ]);
  });
});
