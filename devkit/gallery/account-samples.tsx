import { accountTexts } from "#web/account/account-texts.ts";
import type { ChosenTicketsView } from "#web/account/chosen-tickets.server.ts";
import type { ConfirmPageView } from "#web/account/confirm.server.ts";
import { ConfirmPage } from "#web/account/confirm-route.tsx";
import { GuestPage } from "#web/account/guest-route.tsx";
import { LoginPage, type LoginPageView } from "#web/account/login-route.tsx";
import { RegisterPage } from "#web/account/register-route.tsx";
import { screensOf } from "./render-screen.tsx";
import { passNights, passPicture, sampleNight } from "./sample-season.ts";

const email = "ioana@exemplu.example";

const demoAccounts = [
  { role: "Administrator", email: "admin@exemplu.example", password: "parola demonstrativă" },
  { role: "Client", email, password: "parola demonstrativă" },
];
const login = (about: Partial<LoginPageView>): { view: LoginPageView } => ({
  view: {
    mode: "login",
    values: { email: "" },
    errors: {},
    problem: null,
    unconfirmed: "no",
    returnTo: null,
    passkeys: "here",
    captcha: null,
    isCaptchaAsked: false,
    asked: 0,
    chosen: null,
    offered: null,
    providers: ["google", "apple"],
    isGuestWayOpen: false,
    mayGuestsBuy: false,
    isConfirmedElsewhere: false,
    demoAccounts: null,
    ...about,
  },
});

const chosen: ChosenTicketsView = {
  title: "Noaptea Fosforului",
  when: { date: "2027-06-26", time: "22:00" },
  art: { picture: sampleNight("noaptea-fosforului").picture, seed: "noaptea-fosforului" },
  returnTo: "/",
  code: "VARA10",
  anew: null,
  nights: [],
  cancelled: [],
  forAccounts: null,
  endsAt: null,
  shownNights: "2027-06-26T22:00",
  sum: {
    lines: [
      { label: "2 × Intrare generală", note: "Early Bird", value: "160 LEI" },
      { label: "1 × Intrare înainte de 23:00", value: "60 LEI" },
      { label: "1 × Parcare", value: "30 LEI" },
      { label: "VARA10, la 3 bilete", note: "10 % din 220 LEI", value: "−22 LEI", tone: "off" },
    ],
    total: { label: "Total de plată", value: "228 LEI", was: { value: "250", words: "în loc de" } },
  },
  total: 22_800,
};

const chosenPass: ChosenTicketsView = {
  art: { picture: passPicture("season"), seed: "season" },
  title: "All Season Pass",
  when: null,
  returnTo: "/season-pass",
  code: null,
  anew: null,
  forAccounts: "pass",
  shownNights: "",
  endsAt: null,
  cancelled: ["Luna Plină (18.07.2027) s-a anulat și nu se numără."],
  nights: passNights,
  sum: {
    lines: [{ label: "1 × All Season Pass", value: "490 LEI" }],
    total: { label: "Total de plată", value: "490 LEI" },
  },
  total: 49_000,
};

const empty = { full_name: "", phone: "", email: "" };
const register = { values: empty, requestId: "r", errors: {}, problem: null };

const confirm = { kind: "password", token: "t", email, error: undefined } as const;
const move: ConfirmPageView = {
  kind: "move",
  token: "t",
  from: "a•••@exemplu.example",
  email: "ana.noua@exemplu.example",
  asks: "password",
  error: undefined,
};

export const accountSamples = {
  ...screensOf(RegisterPage, {
    register: { view: register },
    "register-errors": {
      view: {
        values: { full_name: "Io", phone: "", email: "ioana@exemplu" },
        errors: {
          full_name: "Numele trebuie sa aiba cel putin 3 caractere",
          phone: "Numarul de telefon este obligatoriu",
          email: "Te rugam sa introduci o adresa de email valida",
          password: "Parola trebuie sa aiba cel putin 8 caractere",
          confirm_password: "Te rugam sa confirmi parola",
        },
        requestId: "r",
        problem: { kind: "server", sentence: accountTexts.registerProblem },
      },
    },
    "register-to-buy": { view: register, chosen, returnTo: chosen.returnTo, mayBeGuest: true },
  }),
  ...screensOf(LoginPage, {
    login: login({ demoAccounts }),
    "login-error": login({ values: { email }, problem: { kind: "bad", text: accountTexts.loginInvalid } }),
    "login-to-buy": login({ chosen }),
    "login-to-buy-pass": login({ chosen: chosenPass }),
    "login-to-accept": login({
      offered: {
        from: "Ioana",
        whole: null,
        nights: 1,
        title: "Noaptea Fosforului",
        date: "2027-06-26",
        time: "22:00",
      },
    }),
    "verify-email": login({ mode: "verify", values: { email }, chosen, demoAccounts }),
    "login-forgot": login({ mode: "forgot", demoAccounts }),
    "login-forgot-sent": login({ mode: "forgotSent", values: { email }, demoAccounts }),
  }),
  ...screensOf(ConfirmPage, {
    confirm: { view: { kind: "ask", token: "t", email, chosen: null } },
    "confirm-to-buy": { view: { kind: "ask", token: "t", email, chosen } },
    "confirm-elsewhere": { view: confirm },
    "confirm-wrong": { view: { ...confirm, error: accountTexts.confirmWrongPassword } },
    "confirm-new": {
      view: {
        kind: "new",
        token: "t",
        email,
        isByProvider: false,
        problem: null,
        values: { full_name: "www.ioana", phone: "" },
        errors: { full_name: "Scrie numele doar cu litere, fără linkuri, bare oblice sau semne invizibile" },
      },
    },
    "confirm-by-provider": {
      view: {
        kind: "new",
        token: "t",
        email,
        isByProvider: true,
        problem: null,
        values: { full_name: "", phone: "" },
        errors: {},
      },
    },
    "confirm-move": { view: { ...move, from: "ana@exemplu.example", asks: "click" } },
    "confirm-move-elsewhere": { view: move },
    "confirm-done": { view: { kind: "confirmed", email: "ana@exemplu.ro", isSignedIn: true } },
    "confirm-over": { view: { kind: "over" } },
  }),
  ...screensOf(GuestPage, {
    "guest-to-buy": {
      view: {
        chosen,
        asksAgain: false,
        boughtBefore: null,
        held: null,
        formToken: "f",
        holdMinutes: 30,
        mayLeave: true,
        captcha: null,
        values: empty,
        errors: {},
        problem: null,
        asksCode: false,
      },
    },
  }),
};
