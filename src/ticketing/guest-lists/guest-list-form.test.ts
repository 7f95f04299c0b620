import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { readGuestForm, readGuestListForm, readPastedGuests } from "./guest-list-form.ts";

const list = newId();

it("a list has a name, and places or none", () => {
  expect(readGuestListForm({ name: " Presă ", quota: "12" })).toEqual(done({ name: "Presă", quota: 12 }));
  expect(readGuestListForm({ name: "Casa", quota: " " })).toEqual(done({ name: "Casa", quota: null }));
  expect(readGuestListForm({ name: "", quota: "0" })).toEqual(
    refused({ name: "required", quota: "too_small" }),
  );
  expect(readGuestListForm({ name: "Casa", quota: "doi" })).toEqual(refused({ quota: "not_a_number" }));
});

it("a guest has a name, 1 to 20 places, and a note or none", () => {
  expect(readGuestForm({ list, name: "Pop Andreea", places: "2", note: "" })).toEqual(
    done({ list, guest: { name: "Pop Andreea", places: 2, note: null } }),
  );
  expect(readGuestForm({ list: "casa", name: " ", places: "21", note: "n".repeat(201) })).toEqual(
    refused({ list: "unknown", name: "required", places: "too_big", note: "too_long" }),
  );
});

it("a pasted list has a name a line, more people after a plus and a note after a comma", () => {
  const names =
    "Sorin Apostu +2\r\n\n  Carla   Neagu, presă, foto\nCasian Bratu+1, trupa\n+3\nșerban ionescu\nȘerban Ionescu +1";
  expect(readPastedGuests({ list, names })).toEqual(
    done({
      list,
      guests: [
        { name: "Sorin Apostu", places: 3, note: null },
        { name: "Carla Neagu", places: 1, note: "presă, foto" },
        { name: "Casian Bratu", places: 2, note: "trupa" },
        { name: "+3", places: 4, note: null },
        { name: "Șerban Ionescu", places: 2, note: null },
      ],
    }),
  );
});

it("a pasted list with too many people, a name that is too long, or too many lines is refused", () => {
  const refusalOf = (names: string) => {
    const read = readPastedGuests({ list, names });
    return read.ok ? null : read.refusal;
  };
  expect(refusalOf(" \n ")).toEqual({ names: "required" });
  expect(refusalOf("Ana +19")).toBeNull();
  expect(refusalOf("Ana +20")).toEqual({ names: "too_big" });
  expect(refusalOf("a".repeat(201))).toEqual({ names: "too_long" });
  expect(refusalOf(`Ana, ${"n".repeat(201)}`)).toEqual({ names: "too_long" });
  const lines = (n: number) => Array.from({ length: n }, (_, at) => `Om ${at}`).join("\n");
  expect(refusalOf(lines(500))).toBeNull();
  expect(refusalOf(lines(501))).toEqual({ names: "too_many" });
});
