import type { ComponentProps, ReactNode } from "react";
import type { VerdictView } from "#web/gate/gate-verdict.tsx";
import type { Phone } from "#web/gate/scanner/phone.ts";
import { CameraControls } from "#web/gate/scanner/scanner-camera.tsx";
import {
  Foot,
  type NetworkView,
  networkView,
  ScannerAsking,
  ScannerBind,
  ScannerBound,
  ScannerFrame,
  ScannerMessage,
} from "#web/gate/scanner/scanner-frame.tsx";
import { GuestNamesView } from "#web/gate/scanner/scanner-guests.tsx";
import { ScannerLatest } from "#web/gate/scanner/scanner-latest.tsx";
import { ScannerPrepare } from "#web/gate/scanner/scanner-prepare.tsx";
import { RescueCodes } from "#web/gate/scanner/scanner-rescue.tsx";
import { scannerTexts as texts } from "#web/gate/scanner/scanner-texts.ts";
import { ChiefCode, ScannerExit, ScannerTools } from "#web/gate/scanner/scanner-tools.tsx";
import { TypedForm } from "#web/gate/scanner/scanner-typed.tsx";
import { ScannerOverride, ScannerVerdict } from "#web/gate/scanner/scanner-verdict.tsx";
import { screensOf } from "./render-screen.tsx";

const nothing = () => {};
const seenAt = Date.now();
const online = networkView({ isOnline: true, unsent: 0, listAt: null }, seenAt);
const offline = networkView({ isOnline: false, unsent: 37, listAt: null }, seenAt);
const old = networkView({ isOnline: false, unsent: 37, listAt: seenAt - 7.2 * 3_600_000 }, seenAt);

const scannerFrame = (children: ReactNode, link: NetworkView = online) => ({
  place: "Poarta A",
  link,
  children,
});
const camera = (given: Partial<ComponentProps<typeof CameraControls>>, link?: NetworkView) => ({
  ...scannerFrame(
    <CameraControls
      camera={null}
      last={null}
      isOld={false}
      off={null}
      onLatest={nothing}
      onType={nothing}
      onTools={nothing}
      onReadTickets={nothing}
      {...given}
    />,
    link,
  ),
  tone: "camera" as const,
});
const verdict = (given: Partial<VerdictView> & Pick<VerdictView, "kind" | "what">) => ({
  ...scannerFrame(
    <ScannerVerdict
      view={{
        entries: null,
        advice: null,
        canOverride: given.kind === "look" || given.kind === "refused",
        ...given,
      }}
      onMore={nothing}
      onStamp={nothing}
      onNext={nothing}
      onOverride={nothing}
    />,
  ),
  tone: given.kind,
});

const right = { isRight: true } as const;
const goodChecks = [
  { icon: "ticket", ...right, text: "Bilete: 1.146 · acum 12 secunde", hint: "se aduc singure" },
  { icon: "camera", ...right, text: "Camera vede", hint: "lanterna merge" },
  { icon: "sound", ...right, text: "Sunetul se aude", hint: "un ton pentru fiecare răspuns" },
  { icon: "storage", ...right, text: "Loc pe telefon", hint: "se scrie și se citește înapoi" },
  { icon: "clock", ...right, text: "Ceasul e bun", hint: "diferență sub un minut" },
  { icon: "phone", ...right, text: texts.kept, hint: texts.keptHint },
] as const;

const guests = [
  { id: "g1", name: "Pop Zamfira", list: "Lotca", places: 3, entered: 0 },
  { id: "g2", name: "Popa Leontin", list: "casei", places: 1, entered: 0 },
  { id: "g3", name: "Popescu Smaranda", list: "casei", places: 2, entered: 2 },
];

export const scannerSamples = screensOf(ScannerFrame, {
  "scanner-unbound": scannerFrame(
    <ScannerMessage
      title="Telefonul nu e legat de nicio poartă."
      hint="Șeful de la ușă arată un cod. Deschide-l cu camera telefonului."
    />,
  ),
  "scanner-bind": scannerFrame(<ScannerBind name="" onBind={nothing} />),
  "scanner-bind-expired": scannerFrame(
    <ScannerMessage title={texts.expired} hint={texts.unboundHint} isAlert />,
  ),
  "scanner-stopped": scannerFrame(
    <ScannerMessage title={texts.stopped} hint={texts.stoppedUnsent(37)} isAlert />,
  ),
  "scanner-bound": scannerFrame(<ScannerBound gate="Poarta A" until="mâine la 12:12" onPrepare={nothing} />),
  "scanner-prepare": scannerFrame(<ScannerPrepare checks={goodChecks} onBegin={nothing} />),
  "scanner-prepare-problem": scannerFrame(
    <ScannerPrepare
      checks={[
        ...goodChecks.filter(({ icon }) => icon !== "sound"),
        {
          icon: "sound",
          isRight: false,
          text: "Sunetul nu s-a auzit încă",
          hint: "Dă volumul tare, apoi atinge și ascultă.",
          act: { text: "Probează sunetul", run: nothing },
        },
      ]}
      onBegin={nothing}
    />,
  ),
  "scanner-go-on": scannerFrame(
    <ScannerMessage
      title={texts.goOn}
      hint={texts.goOnHint("Poarta A")}
      foot={<Foot text={texts.goOnButton} onPress={nothing} />}
    />,
  ),
  "scanner-asking": scannerFrame(<ScannerAsking title={texts.asking} hint={texts.askingHint(true)} />),
  "scanner-camera": camera({ last: { text: "Intrare generală, 1 intrare", time: "22:46" } }),
  "scanner-camera-offline": camera({}, offline),
  "scanner-camera-old": camera({ isOld: true }, old),
  "scanner-camera-reads": camera({
    reads: { title: "Ieșire", hint: "Pune ștampila, apoi scanează biletul." },
  }),
  "scanner-tools": scannerFrame(
    <ScannerTools
      tools={[
        { name: "guests", icon: "clipboard", title: "Invitați", hint: "după nume" },
        { name: "exit", icon: "door", title: "Ieșire", hint: "ștampilă, apoi scanare" },
      ]}
      onTool={nothing}
      onScan={nothing}
    />,
  ),
  "scanner-typed": scannerFrame(<TypedForm problem={null} onSend={nothing} onScan={nothing} />),
  "scanner-typed-offline": scannerFrame(
    <TypedForm
      problem={{ title: texts.typeOffline, hint: texts.typeOfflineHint }}
      onSend={nothing}
      onScan={nothing}
    />,
    offline,
  ),
  "scanner-exit": scannerFrame(
    <ScannerExit
      phone={{} as Phone}
      read={nothing}
      showResult={nothing}
      onTools={nothing}
      onScan={nothing}
    />,
  ),
  "scanner-override": scannerFrame(
    <ScannerOverride isChief={false} onLet={nothing} onKeepOut={nothing} />,
    old,
  ),
  "scanner-chief": scannerFrame(<ChiefCode code={`ESTIVAL-CHIEF:${"a".repeat(210)}`} onScan={nothing} />),
  "scanner-guests": scannerFrame(
    <GuestNamesView guests={guests} isMissing={false} onLetIn={nothing} onScan={nothing} />,
    offline,
  ),
  "scanner-guests-chosen": scannerFrame(
    <GuestNamesView
      guests={[1, 2, 3].flatMap((n) => guests.map((guest) => ({ ...guest, id: `${guest.id}-${n}` })))}
      isMissing={false}
      age={2700}
      opened="g1-1"
      onLetIn={nothing}
      onScan={nothing}
    />,
    offline,
  ),
  "scanner-guests-missing": scannerFrame(
    <GuestNamesView guests={null} isMissing onLetIn={nothing} onScan={nothing} />,
    offline,
  ),
  "scanner-rescue": scannerFrame(
    <RescueCodes
      unsent={37}
      at={1}
      frames={["1", "2", "3", "4"].map((n) => `ESR1:0A1B2C3D/${n}/4/${"7WZ0F3X9KQ2M8B1N".repeat(50)}`)}
      onNext={nothing}
      onScan={nothing}
    />,
    offline,
  ),
  "scanner-latest": scannerFrame(
    <ScannerLatest
      list={() => [
        {
          seq: 4,
          kind: "admitted",
          verdict: "ADMIS",
          subject: "Bilet Grup, 3 intrări",
          who: "Ioana Exemplu · bilet …3175",
          place: "ora 22:47:12, Poarta A",
          what: "3 intrări",
          giveBack: null,
          canUndo: true,
          needsChief: false,
          reasons: ["mistake", "not_entered", "other"],
        },
        {
          seq: 3,
          kind: "undone",
          verdict: "ANULAT: Greșit apăsat",
          subject: "Invitat, 1 intrare",
          who: "Zamfira Popescu",
          place: "ora 22:44:50, Poarta A",
          what: "1 intrare",
          giveBack: null,
          canUndo: false,
          needsChief: false,
          reasons: ["mistake", "not_entered", "other"],
        },
        {
          seq: 2,
          kind: "refused",
          verdict: "REFUZAT: Bilet deja folosit",
          subject: "Bilet Intrare generală",
          who: null,
          place: "ora 22:43:31, Poarta A",
          what: "0 intrări",
          giveBack: null,
          canUndo: false,
          needsChief: false,
          reasons: ["mistake", "not_entered", "other"],
        },
      ]}
      onUndo={nothing}
      onScan={nothing}
    />,
  ),
  "scanner-admitted": verdict({
    kind: "admitted",
    what: "Intrare generală, 1 intrare",
    which: "Ioana Exemplu · bilet …3175",
  }),
  "scanner-admitted-adult": verdict({ kind: "admitted", what: "Intrare generală, 1 intrare", isAdult: true }),
  "scanner-admitted-group": verdict({
    kind: "admitted",
    what: "Grup, 1 intrare",
    asks: "more",
    entries: { left: 4, inAll: 5, justTaken: 1 },
  }),
  "scanner-given": verdict({ kind: "given", what: "Prosop", entries: { left: 0, inAll: 1, justTaken: 1 } }),
  "scanner-refused": verdict({
    kind: "refused",
    what: "Bilet deja folosit",
    entries: { left: 0, inAll: 1, justTaken: 0 },
    advice: "Toate intrările biletului au fost deja date. Trimite persoana la șeful de la ușă.",
  }),
  "scanner-look": verdict({
    kind: "look",
    what: "Bilet necunoscut pe acest telefon",
    advice: "Semnătura e bună. Poate e vândut după ce lista nu s-a mai primit.",
  }),
  "scanner-look-other-gate": verdict({
    kind: "look",
    what: texts.otherGate("Poarta B"),
    advice: texts.otherGateHint,
  }),
  "scanner-admitted-long": {
    ...verdict({
      kind: "admitted",
      what: "Intrare generală cu acces la terasa Orizont, 3 intrări",
      isAdult: true,
      asks: "more",
      entries: { left: 7, inAll: 10, justTaken: 3 },
    }),
    place: "Poarta dinspre far, lângă parcarea mare",
    link: offline,
  },
  "scanner-stamp": verdict({ kind: "look", word: "REINTRARE", what: "Ștampilă?", asks: "stamp" }),
});
