import { expect, it } from "vitest";
import { done } from "#kernel/outcome.ts";
import { readProfileForm } from "./profile-form.ts";

const nobody = { fullName: "", phone: null };
const problems = (
  full_name: string,
  phone: string,
  stored = nobody as Parameters<typeof readProfileForm>[1],
) => {
  const read = readProfileForm({ full_name, phone }, stored);
  return read.ok ? "fine" : read.refusal;
};

it("needs a name (A12-18)", () => {
  const ana = { fullName: "Ana", phone: null };
  expect(problems("", "", ana)).toEqual({ full_name: "full_name_required" });
  expect(problems("   ", "", ana)).toEqual({ full_name: "full_name_required" });
  expect(problems("A", "")).toBe("fine");
});

it("refuses no field that is as it was stored, whatever the rule is by now", () => {
  const stored = { fullName: "Ana www.Pop", phone: "\u202a0722 123 456 / 0733 111 222\u202c" };
  const seen = "0722 123 456 / 0733 111 222";
  expect(readProfileForm({ full_name: "Ana Pop", phone: seen }, stored)).toEqual(
    done({ fullName: "Ana Pop", phone: stored.phone }),
  );
  expect(readProfileForm({ full_name: "Ana www.Pop", phone: "" }, stored)).toEqual(
    done({ fullName: "Ana www.Pop", phone: null }),
  );
  expect(problems("Ana Pop", `${seen}1`, stored)).toEqual({ phone: "phone_invalid" });
});

it("refuses a link as a name", () => {
  for (const name of ["https://evil.example", "www.evil.example", "Ana/Pop", "Ana\nPop"])
    expect(problems(name, "")).toEqual({ full_name: "full_name_refused" });
});

it("takes a phone of 7 to 15 digits, plus, hyphen, space and parentheses, or none (A12-19, A18-06)", () => {
  expect(readProfileForm({ full_name: " Ana ", phone: "" }, nobody)).toEqual(
    done({ fullName: "Ana", phone: null }),
  );
  for (const phone of ["0722000", "+40 722 000 000", "(0722)-000-111"])
    expect(problems("Ana", phone)).toBe("fine");
  for (const phone of ["072200", "+40 722 000 0000", "0722o00000", "0722.000.000"])
    expect(problems("Ana", phone)).toEqual({ phone: "phone_invalid" });
});

it("takes names of 200 letters, and of other fields nothing", () => {
  expect(problems("x".repeat(200), "")).toBe("fine");
  expect(problems("x".repeat(201), "")).toEqual({ full_name: "full_name_too_long" });
  expect(problems("Ana", " 0722000 ")).toBe("fine");
  expect(problems("Ana", "07220001234567890")).toEqual({ phone: "phone_invalid" });
  expect(problems("Ana", "x0722000")).toEqual({ phone: "phone_invalid" });
  expect(readProfileForm({ full_name: "Ana", phone: "", role: "admin" } as never, nobody).ok).toBe(true);
});
