import { expect, it, vi } from "vitest";
import { newId } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { limits } from "#ticketing/limits.ts";
import { guestForm, guestListForm, pastedForm } from "./guest-list-form.ts";

const list = newId();

it("a list has a name, and places or none", () => {
  expect(guestListForm.read({ name: " Presă ", quota: "12" })).toEqual(done({ name: "Presă", quota: 12 }));
  expect(guestListForm.read({ name: "Casa", quota: " " })).toEqual(done({ name: "Casa", quota: null }));
  expect(guestListForm.read({ name: "", quota: "0" })).toEqual(
    refused({ name: "required", quota: "too_small" }),
  );
  expect(guestListForm.read({ name: "Casa", quota: "doi" })).toEqual(refused({ quota: "not_a_number" }));
});

it("a guest has a name, 1 to 20 places, a note or none, and an address for the code or none", () => {
  expect(
    guestForm.read({ list, name: "Pop Andreea", places: "2", note: "", email: " Ana@Exemplu.ro " }),
  ).toEqual(done({ list, name: "Pop Andreea", places: 2, note: null, email: "ana@exemplu.ro" }));
  const noName = { list, name: "+++ 99999", places: "1", note: "", email: "" };
  expect(guestForm.read(noName)).toEqual(refused({ name: "unknown" }));
  const wrong = { list: "casa", name: " ", places: "21", note: "n".repeat(201), email: "ana@exemplu" };
  expect(guestForm.read(wrong)).toEqual(
    refused({ list: "unknown", name: "required", places: "too_big", note: "too_long", email: "unknown" }),
  );
});

it("a pasted list says how many rows at the most it takes, and is not empty", () => {
  const refusalOf = (names: string) => {
    const read = pastedForm.read({ list, names });
    return read.ok ? null : read.refusal;
  };
  expect(refusalOf(" \n ")).toEqual({ names: "required" });
  expect(refusalOf("Nume\tLocuri\n---")).toEqual({ names: "required" });
  const lines = (n: number) => Array.from({ length: n }, (_, at) => `Om ${at}`).join("\n");
  expect(refusalOf(lines(500))).toBeNull();
  expect(refusalOf(`${lines(500)}\n+1`)).toEqual({ names: "too_many" });
});

it("no row of a paste with more lines than a list may have is read, also when all are one name", () => {
  const cleaned = vi.spyOn(String.prototype, "normalize");
  const rowsReadOf = (names: string) => {
    cleaned.mockClear();
    return [pastedForm.read({ list, names }).ok, cleaned.mock.calls.length > 0];
  };
  expect(rowsReadOf(',"a\r\n'.repeat(limits.linesPerPaste).trim())).toEqual([true, true]);
  for (const end of ["\n", "\r\n", "\r"])
    expect(rowsReadOf(`${`,"a${end}`.repeat(limits.linesPerPaste)},"a`)).toEqual([false, false]);
  cleaned.mockRestore();
});
