import type { ReactElement } from "react";
import { accountTexts } from "#web/account/account-texts.ts";
import { ConfirmPage } from "#web/account/confirm-page.tsx";
import { LoginPage, type LoginPageView } from "#web/account/login-page.tsx";
import type { MyNightView, MyTicketView, PassNightView } from "#web/account/my-ticket-view.ts";
import { ProfilePage, type ProfilePageView } from "#web/account/profile-page.tsx";
import { RegisterPage } from "#web/account/register-page.tsx";
import sampleQr from "./sample-qr.svg";
import { eventCards, passPicture, tallPicture, widePicture } from "./sample-season.ts";

const login: LoginPageView = {
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
  demoAccounts: [
    { role: "Administrator", email: "admin@exemplu.example", password: "parola demonstrativă" },
    { role: "Client", email: "ioana@exemplu.example", password: "parola demonstrativă" },
  ],
};

const ticket: MyTicketView = {
  purchaseId: "p1",
  code: "FSC-4821-093175",
  group: "K7QX9M2P",
  qrUrl: sampleQr,
  type: "Intrare generală",
  holder: "Ioana Exemplu",
  price: 22000,
  entries: 2,
  entriesLeft: 2,
  usedNote: null,
  pdfUrl: "/tickets/p1.pdf",
  calendarUrl: "/tickets/p1.ics",
};

const night: MyNightView = {
  id: "night-1",
  title: "Noaptea Fosforului",
  date: "2027-06-26",
  time: "22:00",
  location: "Plaja Licurici",
  picture: tallPicture("noaptea-fosforului"),
  tickets: [
    {
      ...ticket,
      purchaseId: "p0",
      code: "FSC-7730-418206",
      group: "W4HD2R8C",
      type: "Grup de 5",
      entries: 5,
      entriesLeft: 3,
      price: 45000,
      usedNote: "2 folosite: 22:47 și 22:51",
    },
    ticket,
    {
      ...ticket,
      purchaseId: "p2",
      code: "FSC-1906-552843",
      group: "B3TN6V5Y",
      type: "Intrare înainte de 23:00",
      entries: 1,
      entriesLeft: 0,
      price: 8000,
      usedNote: "Intrat la 22:47",
    },
  ],
  passNights: null,
};

const states: PassNightView["state"][] = [
  "used",
  "missed",
  "next",
  "ahead",
  "ahead",
  "ahead",
  "ahead",
  "ahead",
];

const pass: MyNightView = {
  id: "pass-1",
  title: "All Season Pass",
  date: "2027-07-17",
  time: null,
  location: "8 nopți, câte un cod pentru fiecare",
  picture: passPicture("season"),
  tickets: [
    {
      ...ticket,
      purchaseId: "p3",
      code: "SEASON-2210-640918",
      group: "P9C4J7ZE",
      type: "All Season Pass",
      price: 49000,
      entries: 8,
      entriesLeft: 6,
      usedNote: "O intrare pe noapte.",
    },
  ],
  passNights: eventCards.slice(0, 8).map((event, i) => ({
    id: event.id,
    title: event.title,
    date: event.date,
    time: event.time,
    picture: widePicture(event.id),
    light: event.light,
    state: states[i] ?? "ahead",
  })),
};

const couple: MyNightView = {
  ...night,
  id: "night-2",
  title: "Balul de la Plajă",
  date: "2027-08-21",
  picture: tallPicture("balul-de-la-plaja"),
  tickets: [{ ...ticket, purchaseId: "p4", code: "FSC-3310-118204", type: "Cuplu" }],
};

const profile: ProfilePageView = {
  profile: { fullName: "Ioana Exemplu", email: "ioana@exemplu.example", phone: "0700 000 000" },
  editing: null,
  subscription: { status: "active", periodEnd: "2027-08-31", card: { brand: "visa", last4: "4242" } },
  section: { kind: "tickets", nights: [couple, pass], openId: "night-2" },
};

const orders: ProfilePageView["section"] = {
  kind: "orders",
  orders: [
    {
      id: "10482",
      date: "2027-06-14T18:07:00Z",
      amount: 22000,
      currency: "ron",
      paymentStatus: "paid",
      paymentId: "pi_3QdF0sf0rN04pt3a",
    },
    {
      id: "10391",
      date: "2027-05-02T07:30:00Z",
      amount: 49000,
      currency: "ron",
      paymentStatus: "paid",
      paymentId: "pi_3QcS34s0nP4ss9x1",
    },
    {
      id: "10377",
      date: "2027-04-28T15:52:00Z",
      amount: 19000,
      currency: "ron",
      paymentStatus: "unpaid",
      paymentId: null,
    },
  ],
};

export const accountSamples: Record<string, () => ReactElement> = {
  register: () => (
    <RegisterPage
      view={{ values: { full_name: "", phone: "", email: "" }, requestId: "r", errors: {}, problem: null }}
    />
  ),
  "register-errors": () => (
    <RegisterPage
      view={{
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
      }}
    />
  ),
  login: () => <LoginPage view={login} />,
  "login-error": () => (
    <LoginPage
      view={{
        ...login,
        demoAccounts: null,
        values: { email: "ioana@exemplu.example" },
        problem: { kind: "bad", text: accountTexts.loginInvalid },
      }}
    />
  ),
  "login-forgot": () => <LoginPage view={{ ...login, mode: "forgot" }} />,
  "login-forgot-sent": () => (
    <LoginPage view={{ ...login, mode: "forgotSent", values: { email: "ioana@exemplu.example" } }} />
  ),
  confirm: () => <ConfirmPage view={{ kind: "ask", token: "t", email: "ioana@exemplu.example" }} />,
  "confirm-elsewhere": () => (
    <ConfirmPage view={{ kind: "password", token: "t", email: "ioana@exemplu.example", error: undefined }} />
  ),
  "confirm-wrong": () => (
    <ConfirmPage
      view={{
        ...{ kind: "password", token: "t", email: "ioana@exemplu.example" },
        error: accountTexts.confirmWrongPassword,
      }}
    />
  ),
  "confirm-new": () => (
    <ConfirmPage
      view={{
        ...{ kind: "new", token: "t", email: "ioana@exemplu.example", problem: null },
        ...{ values: { full_name: "www.ioana", phone: "" } },
        errors: {
          full_name: "Scrie numele doar cu litere, fără linkuri, bare oblice sau semne invizibile",
        },
      }}
    />
  ),
  "confirm-done": () => <ConfirmPage view={{ kind: "confirmed" }} />,
  "confirm-over": () => <ConfirmPage view={{ kind: "over" }} />,
  profile: () => <ProfilePage view={profile} />,
  "profile-night": () => (
    <ProfilePage
      view={{ ...profile, section: { kind: "tickets", nights: [night, pass, couple], openId: "night-1" } }}
    />
  ),
  "profile-pass": () => (
    <ProfilePage
      view={{ ...profile, section: { kind: "tickets", nights: [pass, couple], openId: "pass-1" } }}
    />
  ),
  "profile-edit": () => (
    <ProfilePage
      view={{
        ...profile,
        editing: {
          values: { full_name: "", phone: "07OO 000" },
          failure: null,
          errors: {
            full_name: "Acest camp este obligatoriu",
            phone: "Introduceti un numar de telefon valid",
          },
        },
      }}
    />
  ),
  "profile-empty": () => (
    <ProfilePage
      view={{ ...profile, subscription: null, section: { kind: "tickets", nights: [], openId: null } }}
    />
  ),
  "profile-orders": () => <ProfilePage view={{ ...profile, section: orders }} />,
};
