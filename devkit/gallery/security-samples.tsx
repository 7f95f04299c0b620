import { FactorPage } from "#web/account/factor-route.tsx";
import { JoinTeamPage } from "#web/account/join-team-route.tsx";
import { LoginCodePage } from "#web/account/login-code-route.tsx";
import { ResetPage } from "#web/account/reset-route.tsx";
import type { DialogView } from "#web/account/security-dialogs.tsx";
import { SecurityPage, type SecurityPageView } from "#web/account/security-route.tsx";
import { waysInTexts } from "#web/account/security-texts.ts";
import type { WaysInView } from "#web/account/ways-in-fields.tsx";
import { type Samples, screensOf } from "./render-screen.tsx";
import sampleQr from "./sample-qr.svg";

const offer = {
  kind: "offer",
  token: "t",
  role: "box_office",
  email: "irina@exemplu.example",
  signedIn: null,
  problem: null,
} as const;

const view: SecurityPageView = {
  profile: { fullName: "Ioana Exemplu", email: "ioana@exemplu.example", phone: "0700 000 000" },
  sessions: [
    {
      id: "s1",
      network: "203.0.113.0",
      usedAt: "2027-06-14T18:04:00Z",
      isThisOne: true,
      device: { name: "Chrome pe Android", kind: "phone" },
    },
    {
      id: "s2",
      network: "198.51.100.0",
      usedAt: "2027-06-13T20:14:00Z",
      isThisOne: false,
      device: { name: "Firefox pe Linux", kind: "laptop" },
    },
  ],
  factor: { state: "on", codesLeft: 8 },
  passkeys: [
    {
      id: "k1",
      name: "Chrome pe Android",
      createdAt: "2027-05-02T09:00:00Z",
      usedAt: "2027-06-14T17:58:00Z",
    },
  ],
  passkeysAt: null,
  ticketsAhead: { tickets: 2, addOns: 1 },
  waysIn: null,
  isReconfirmed: false,
  dialog: null,
  reentry: null,
  newKey: null,
};

const waysIn: WaysInView = {
  passkeys: [
    { id: "k1", name: "Chrome pe Android", createdAt: "2027-05-02T09:00:00Z" },
    { id: "k2", name: "Safari pe Mac", createdAt: "2027-06-11T20:31:00Z" },
  ],
  identities: [{ id: "i1", provider: "google", createdAt: "2027-04-18T12:00:00Z" }],
  hasFactor: true,
};

const dialog = (kind: DialogView["kind"], more: Partial<DialogView> = {}): SecurityPageView => ({
  ...view,
  dialog: { kind, values: { email: "" }, errors: {}, problem: null, ...more },
});

export const securitySamples: Samples = {
  ...screensOf(SecurityPage, {
    "profile-security": { view },
    "profile-reentry": {
      view: dialog("email", {
        values: { email: "ioana.nou@exemplu.example" },
        errors: { current_password: "Parola nu este corectă" },
      }),
    },
    "profile-password": { view: { ...dialog("password"), isReconfirmed: true, waysIn } },
    "profile-delete": { view: dialog("erase") },
  }),
  ...screensOf(FactorPage, {
    "profile-2fa": {
      view: {
        kind: "scan",
        factorId: "f",
        uri: "otpauth://totp/x",
        qr: sampleQr,
        key: "EXEM PLUE XEMP LU23",
        error: "Codul nu se potrivește. Verifică ora telefonului și scrie codul nou.",
      },
    },
    "profile-2fa-codes": {
      view: { kind: "codes", codes: ["exem-plul-unu2", "exem-plul-doi3", "exem-plul-tre4"], started: "now" },
    },
  }),
  "reset-ways-in": () => (
    <ResetPage
      view={{
        kind: "ask",
        token: "",
        errors: {},
        problem: null,
        ways: waysIn,
        ticked: ["k1"],
        stopsFactor: true,
        codeError: waysInTexts.factorCodeWrong,
      }}
    />
  ),
  "login-code": () => <LoginCodePage error={null} />,
  ...screensOf(JoinTeamPage, {
    "join-team-anonymous": { view: offer },
    "join-team": { view: { ...offer, signedIn: offer.email } },
    "join-team-other": { view: { ...offer, signedIn: "ioana@exemplu.example" } },
    "join-team-over": { view: { kind: "over" } },
  }),
};
