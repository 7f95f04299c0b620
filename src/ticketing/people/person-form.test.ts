import { expect, test } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import {
  readConfirmation,
  readForgotten,
  readLogin,
  readNewPassword,
  readRegistration,
  readReset,
} from "./person-form.ts";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
const whole = {
  full_name: " Ana Pop ",
  phone: "0722 000 111",
  email: " Ana@Club.Example ",
  password: " nori peste mare ",
  confirm_password: " nori peste mare ",
};
const problemsOf = (fields: Record<string, string>) => {
  const read = readRegistration(form(fields));
  return read.ok || read.refusal.reason !== "fields" ? read : read.refusal.problems;
};

test("A7-01 a complete registration is read, the password exactly as typed", () => {
  expect(readRegistration(form({ ...whole, intent: "register" }))).toEqual(
    done({
      fullName: "Ana Pop",
      phone: "0722 000 111",
      email: "ana@club.example",
      password: " nori peste mare ",
      requestId: undefined,
    }),
  );
});

test("A7-06 A7-08 A7-09 A7-11 A7-13 every field of the registration is required", () => {
  const required = {
    full_name: "full_name_required",
    phone: "phone_required",
    email: "email_required",
    password: "password_required",
    confirm_password: "confirmation_required",
  };
  expect(problemsOf({})).toEqual(required);
  expect(problemsOf({ full_name: "  ", phone: " ", email: " ", password: "", confirm_password: "" })).toEqual(
    required,
  );
});

test("A7-07 A7-10 A7-12 A7-14 A18-06 each problem belongs to its field", () => {
  expect(problemsOf({ ...whole, full_name: "An" })).toEqual({ full_name: "full_name_too_short" });
  expect(problemsOf({ ...whole, email: "ana@club" })).toEqual({ email: "email_invalid" });
  expect(problemsOf({ ...whole, password: "7 chars", confirm_password: "7 chars" })).toEqual({
    password: "password_too_short",
  });
  expect(problemsOf({ ...whole, confirm_password: "altceva" })).toEqual({
    confirm_password: "passwords_differ",
  });
  expect(problemsOf({ ...whole, password: "scurt", confirm_password: "lung" })).toEqual({
    password: "password_too_short",
    confirm_password: "passwords_differ",
  });
});

test.each(["https://evil.example", "www.evil.example", "Ana/Pop", "Ana\u2028Pop"])(
  "%j is never taken as the name of a new account",
  (full_name) => {
    expect(problemsOf({ ...whole, full_name })).toEqual({ full_name: "full_name_refused" });
    const anew = {
      token: "t",
      full_name,
      phone: "0722000",
      password: whole.password,
      confirm_password: whole.password,
    };
    expect(readConfirmation(form(anew))).toMatchObject({
      refusal: { problems: { full_name: "full_name_refused" } },
    });
  },
);

test("a field that is unknown or comes twice is not understood", () => {
  const refusal = refused({ reason: "not_understood" });
  expect(readRegistration(form({ ...whole, role: "admin" }))).toEqual(refusal);
  expect(readRegistration(form({ ...whole, "data[role]": "admin" }))).toEqual(refusal);
  expect(readRegistration(form({ ...whole, __proto__x: "1" }))).toEqual(refusal);
  const twice = form(whole);
  twice.append("email", "alt@club.example");
  expect(readRegistration(twice)).toEqual(refusal);
  const proto = form(whole);
  proto.append("__proto__", "x");
  expect(readRegistration(proto)).toEqual(refusal);
  const file = form({ email: "a@b.ro" });
  file.append("password", new File(["x"], "x"));
  expect(readLogin(file)).toEqual(refusal);
});

test("a line break or a NUL in a field of one line is not understood", () => {
  for (const [field, value] of [
    ["full_name", "Ana\r\nBcc: x@y.ro"],
    ["full_name", "Ana\0Pop"],
    ["phone", "07\n22"],
    ["email", "a@b.ro\r\nBcc: x@y.ro"],
  ] as const)
    expect(readRegistration(form({ ...whole, [field]: value }))).toEqual(
      refused({ reason: "not_understood" }),
    );
});

test("A8-11 A8-12 a login needs a valid address and a password", () => {
  expect(readLogin(form({ email: "", password: "" }))).toMatchObject({
    refusal: { problems: { email: "email_required", password: "password_required" } },
  });
  expect(readLogin(form({ email: "x", password: "y" }))).toMatchObject({
    refusal: { problems: { email: "email_invalid" } },
  });
  expect(readLogin(form({ email: "A@b.ro", password: "y", return_to: "/tickets" }))).toEqual(
    done({ email: "a@b.ro", password: "y", returnTo: "/tickets" }),
  );
});

test("A8-13 A8-15 the reset forms need an address, then a new password twice", () => {
  expect(readForgotten(form({ email: "" }))).toMatchObject({
    refusal: { problems: { email: "email_required" } },
  });
  expect(readForgotten(form({ email: "A@b.ro", intent: "forgot" }))).toEqual(done({ email: "a@b.ro" }));
  expect(
    readReset(form({ token: "t", password: "nori peste mare", confirm_password: "nori peste mar" })),
  ).toMatchObject({
    refusal: { problems: { confirm_password: "passwords_differ" } },
  });
  expect(
    readReset(form({ token: "t", password: "nori peste mare", confirm_password: "nori peste mare" })),
  ).toEqual(done({ token: "t", password: "nori peste mare" }));
});

test("every length has its two sides, in characters as people count them", () => {
  const emoji = "🌊";
  const both = (password: string) => ({ password, confirm_password: password });
  for (const [fields, problem] of [
    [{ full_name: "Ana" }, undefined],
    [{ full_name: "x".repeat(200) }, undefined],
    [{ full_name: "x".repeat(201) }, { full_name: "full_name_too_long" }],
    [{ phone: "1".repeat(15) }, undefined],
    [{ phone: "1".repeat(16) }, { phone: "phone_invalid" }],
    [both(emoji.repeat(8)), undefined],
    [both(emoji.repeat(7)), { password: "password_too_short" }],
    [both(emoji.repeat(128)), undefined],
    [both(emoji.repeat(129)), { password: "password_too_long" }],
  ] as const) {
    const read = readRegistration(form({ ...whole, ...fields }));
    expect(read.ok ? undefined : read.refusal).toEqual(problem && { reason: "fields", problems: problem });
  }
});

test("a registration may carry the id of its request, which is one visible word", () => {
  expect(readRegistration(form({ ...whole, request_id: "abc-1" }))).toMatchObject({
    value: { requestId: "abc-1" },
  });
  expect(readRegistration(form({ ...whole, request_id: "x".repeat(255) })).ok).toBe(true);
  for (const request_id of ["", "a b", "ș", "x".repeat(256), " x", "x "])
    expect(readRegistration(form({ ...whole, request_id }))).toEqual(refused({ reason: "not_understood" }));
});

test("the button that was clicked and what a captcha puts into a form are no fields of it", () => {
  for (const name of [
    "intent",
    "captcha_token",
    "h-captcha-response",
    "g-recaptcha-response",
    "cf-turnstile-response",
  ])
    expect(readForgotten(form({ email: "a@b.ro", [name]: "x" }))).toEqual(done({ email: "a@b.ro" }));
});

test("a confirmation that sets everything anew is read like a registration, with its token", () => {
  const anew = {
    token: "t",
    full_name: " Ana Pop ",
    phone: " 0722000 ",
    password: whole.password,
    confirm_password: whole.password,
  };
  expect(readConfirmation(form(anew))).toEqual(
    done({ token: "t", fullName: "Ana Pop", phone: "0722000", password: whole.password }),
  );
  expect(readConfirmation(form({ token: "t" }))).toMatchObject({
    refusal: {
      problems: {
        full_name: "full_name_required",
        phone: "phone_required",
        password: "password_required",
        confirm_password: "confirmation_required",
      },
    },
  });
});

test("tokens and addresses to go back to are bounded, and a password may hold a line end", () => {
  const refusal = refused({ reason: "not_understood" });
  const password = "nori peste\nmare";
  const both = { password, confirm_password: password };
  expect(readReset(form({ token: "x".repeat(100), ...both })).ok).toBe(true);
  expect(readReset(form({ token: "x".repeat(101), ...both }))).toEqual(refusal);
  const anew = { full_name: "Ana", phone: "1", ...both };
  expect(readConfirmation(form({ token: "x".repeat(101), ...anew }))).toEqual(refusal);
  const login = { email: "a@b.ro", password };
  expect(readLogin(form({ ...login, return_to: "x".repeat(2000) })).ok).toBe(true);
  expect(readLogin(form({ ...login, return_to: "x".repeat(2001) }))).toEqual(refusal);
  expect(readLogin(form(login))).toEqual(done({ email: "a@b.ro", password, returnTo: undefined }));
  expect(readNewPassword(form(both))).toEqual(done(both));
  expect(readNewPassword(form({ password, confirm_password: "" }))).toMatchObject({
    refusal: { problems: { confirm_password: "confirmation_required" } },
  });
});
