import { data, Form } from "react-router";
import type { Uuid } from "#kernel/id.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { linkSvg } from "#ticketing/delivery/ticket-qr.server.ts";
import { acceptPhoneRows } from "#ticketing/gate/accept-phone-rows.server.ts";
import { doorModes } from "#ticketing/gate/door-words.ts";
import { readGateForm } from "#ticketing/gate/gate-form.ts";
import {
  findNightOfGates,
  type GateWithPhones,
  listGates,
  listStoppedPhones,
} from "#ticketing/gate/gate-queries.server.ts";
import { decidesAlone } from "#ticketing/gate/home-gate.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { setGateMode } from "#ticketing/gate/set-gate-mode.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { type ReentryView, reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { gatesTexts as texts } from "../chief-texts.ts";
import { DoorCode, DoorPage, GateSubmit } from "../door-page.tsx";
import { GateNotice, titled } from "../gate-parts.tsx";
import { GateMessage } from "../say.tsx";
import type { Route } from "./+types/gates-route.ts";
import { type DoorPerson, doorNight, nightIdOf, requireChief, textOf } from "./chief.server.ts";

export const meta = () => titled(texts.title);

export async function loader(args: Route.LoaderArgs) {
  const chief = requireChief(args);
  const id = nightIdOf(args);
  return args.context.get(siteContext).database.readAs(chief, async (sql) => {
    const night = await findNightOfGates(sql, id);
    if (!night) throw data(null, { status: 404 });
    return {
      night: doorNight(chief, id, night),
      types: night.types,
      gates: (await listGates(sql, id)).map(cardOf),
      /** False at a cancelled night, which lets in nobody. */
      canBind: !night.isCancelled,
      /** Stopped phones whose rows do not count. */
      stopped: (await listStoppedPhones(sql, id)).map((phone) => ({
        id: phone.id,
        name: phone.name,
        note: texts.stoppedRows(phone.gateName, phone.rows),
      })),
    };
  });
}

export type GatesView = Awaited<ReturnType<typeof loader>>;
type GateCard = GatesView["gates"][number];

function cardOf({ id, name, mode, typeIds, phones }: GateWithPhones) {
  return {
    id,
    name,
    mode,
    typeIds,
    /** True for a strict gate with phones of which none decides. */
    isLeaderless: phones.length > 0 && phones.every((phone) => !decidesAlone(mode, phone)),
    phones: phones.map((phone) => ({
      id: phone.id,
      name: phone.name,
      note: texts.bound(
        wallTimeOf(phone.enrolledAt),
        decidesAlone(mode, phone) ? "decides" : "helps",
        phone.isChief,
      ),
    })),
  };
}

/** The answer to a form; `gate` is null for the form of a new gate. */
export type GatesAnswer = {
  reentry?: ReentryView;
  /** The question before a phone is stopped; `means` says what stays and what is lost. */
  stopping?: { gate: string; phone: string; name: string; means: readonly string[] };
  notice?: { gate: string | null; text: string };
  /** The typed values. `was`: the types that the form was opened with, if it sends them. */
  typed?: { gate: string | null; name: string; typeIds: readonly string[]; was: string | null };
  invited?: { gate: string; qr: string; until: string };
};

const answer = (status: number, more: GatesAnswer) => data(more, { status });

/** Which form of the page was sent, and by whom. */
type SentGateForm = {
  readonly args: Route.ActionArgs;
  readonly actor: DoorPerson;
  readonly eventId: Uuid;
  readonly gateId: string | null;
  readonly form: FormData;
};

export async function action(args: Route.ActionArgs) {
  const [actor, eventId] = [requireChief(args), nightIdOf(args)];
  const form = await args.request.formData();
  const sent: SentGateForm = { args, actor, eventId, form, gateId: textOf(form, "gate") || null };
  switch (textOf(form, "intent")) {
    case "save":
      return save(sent);
    case "mode":
      return setMode(sent);
    case "stop":
      return stop(sent);
    case "accept":
      return accept(sent);
    case "invite":
      return invite(sent, false);
    case "invite-chief":
      return invite(sent, true);
    default:
      throw data(null, { status: 400 });
  }
}

async function save({ args, actor, eventId, gateId, form }: SentGateForm) {
  const was = form.has("was") ? textOf(form, "was") : null;
  const typed = { gate: gateId, name: textOf(form, "name"), typeIds: form.getAll("types").map(String), was };
  const showAgain = (status: number, text: string) =>
    answer(status, { typed, notice: { gate: gateId, text } });
  const read = readGateForm(form);
  if (!read.ok) return showAgain(422, texts.wrong[read.field]);
  const opened = was === null ? null : was.split(" ").filter(Boolean);
  const request = { actor, eventId, gateId, form: read.value, opened };
  const saved = await saveGate(args.context.get(siteContext), request);
  if (saved.ok) return backWithToast(args, eventId, texts.saved(read.value.name));
  const { refusal } = saved;
  if (refusal.reason === "phone_away") return showAgain(409, texts.phoneAway(refusal.phone));
  if (refusal.reason === "missing" || refusal.reason === "not_allowed") throw unavailable(refusal);
  return showAgain(409, texts.wrong[refusal.reason]);
}

async function setMode(sent: SentGateForm) {
  const { args, actor, eventId, form } = sent;
  const mode = doorModes.find((known) => known === textOf(form, "mode"));
  const { id: gateId, name } = await gateOfForm(sent);
  if (!mode) throw data(null, { status: 400 });
  const word = texts.modes[mode];
  const confirmed = await passwordAgain(args, "set-gate-mode", form, texts.settingMode(name, word));
  if (!confirmed.ok) return confirmed.refusal;
  const saved = await setGateMode(args.context.get(siteContext), { actor, eventId, gateId, mode });
  if (saved.ok) return backWithToast(args, eventId, texts.modeSet(name, word));
  const { refusal } = saved;
  if (refusal.reason !== "phone_away") throw unavailable(refusal);
  return answer(409, { notice: { gate: gateId, text: texts.phoneAway(refusal.phone) } });
}

async function stop(sent: SentGateForm) {
  const { args, actor, eventId, form } = sent;
  const gate = await gateOfForm(sent);
  const phone = gate.phones.find(({ id }) => id === textOf(form, "phone"));
  if (!phone) throw data(null, { status: 404 });
  const means = stopMeans(gate, phone);
  const purpose = [texts.stopTitle(phone.name), ...means].join(" ");
  const confirmed = await passwordAgain(args, "stop-phone", form, purpose);
  if (!confirmed.ok) return confirmed.refusal;
  // the password dialog has already asked; without that dialog, because the password is fresh, the page asks
  // separately
  const isSure = ["sure", reentryField, reentryKeyField].some((name) => textOf(form, name) !== "");
  if (!isSure) return answer(409, { stopping: { gate: gate.id, phone: phone.id, name: phone.name, means } });
  const stopped = await stopPhone(args.context.get(siteContext), { actor, deviceId: phone.id });
  if (stopped.ok) return backWithToast(args, eventId, texts.stopped(phone.name));
  throw unavailable(stopped.refusal);
}

function stopMeans(gate: GateWithPhones, phone: GateWithPhones["phones"][number]): string[] {
  const { kept, unsent, away, decides, again } = texts.stopMeans;
  return [
    kept,
    ...(phone.unsent ? [unsent(phone.unsent)] : []),
    ...(phone.isAway ? [away] : []),
    ...(phone.decides && gate.mode === "strict" ? [decides(gate.name)] : []),
    again,
  ];
}

async function accept({ args, actor, eventId, form }: SentGateForm) {
  const site = args.context.get(siteContext);
  const stopped = await site.database.readAs(actor, (sql) => listStoppedPhones(sql, eventId));
  const phone = stopped.find(({ id }) => id === textOf(form, "phone"));
  if (!phone) throw data(null, { status: 404 });
  const confirmed = await passwordAgain(args, "accept-phone-rows", form, texts.accepting(phone.name));
  if (!confirmed.ok) return confirmed.refusal;
  const accepted = await acceptPhoneRows(site, { actor, deviceId: phone.id });
  if (accepted.ok) return backWithToast(args, eventId, texts.accepted(accepted.value));
  throw unavailable(accepted.refusal);
}

async function invite(sent: SentGateForm, isChief: boolean) {
  const { args, actor, form } = sent;
  const gate = await gateOfForm(sent);
  const act = isChief ? "invite-chief-phone" : "invite-phone";
  const purpose = isChief ? texts.invitingChief(gate.name) : texts.inviting(gate.name);
  const confirmed = await passwordAgain(args, act, form, purpose);
  if (!confirmed.ok) return confirmed.refusal;
  const invited = await invitePhone(args.context.get(siteContext), { actor, gateId: gate.id, isChief });
  if (!invited.ok) throw unavailable(invited.refusal);
  const { url, expiresAt } = invited.value;
  const qr = `data:image/svg+xml,${encodeURIComponent(linkSvg(url))}`;
  return answer(200, { invited: { gate: gate.name, qr, until: wallTimeOf(expiresAt) } });
}

async function gateOfForm({ args, actor, eventId, gateId }: SentGateForm): Promise<GateWithPhones> {
  const { database } = args.context.get(siteContext);
  const gate = (await database.readAs(actor, (sql) => listGates(sql, eventId))).find(
    ({ id }) => id === gateId,
  );
  if (!gate) throw data(null, { status: 404 });
  return gate;
}

const unavailable = ({ reason }: { readonly reason: "missing" | "not_allowed" }) =>
  data(null, { status: reason === "missing" ? 404 : 403 });

const backWithToast = ({ context }: Route.ActionArgs, eventId: Uuid, text: string) =>
  seeOther(`/gate/nights/${eventId}/gates`, {
    origin: context.get(siteContext).origin,
    flash: { kind: "success", text },
  });

export default function Gates({ loaderData, actionData }: Route.ComponentProps) {
  return <GatesPage view={loaderData} answer={actionData ?? {}} />;
}

type GatesPageProps = { view: GatesView; answer: GatesAnswer };

/** The gates of a night for the chief: their ticket types, modes and phones. */
export function GatesPage({ view, answer }: GatesPageProps) {
  const { night, types, gates, canBind, stopped } = view;
  const { invited, typed, reentry, stopping } = answer;
  const newGate = typed?.gate === null ? typed : { name: "", typeIds: [] };
  const dialog = stopping ? <StopDialog stopping={stopping} /> : null;
  return (
    <DoorPage night={night} at="gates" reentry={reentry} dialog={dialog} isCode={invited !== undefined}>
      {invited ? (
        <DoorCode
          title={texts.scanWith(invited.gate)}
          code={{ qr: invited.qr, label: texts.qrLabel(invited.gate) }}
          about={[texts.scanHint, texts.goodUntil(invited.until)]}
          back={{ to: `/gate/nights/${night.id}/gates`, text: texts.done }}
        />
      ) : (
        <>
          <GateMessage as="chief" icon="door" title={texts.advice} hint={texts.adviceHint} />
          <ul className="gates__cards">
            {gates.map((gate) => (
              <li key={gate.id} className="gates__card">
                <GateForms gate={gate} types={types} canBind={canBind} answer={answer} />
              </li>
            ))}
            <li className="gates__card">
              <h2>{texts.newGate}</h2>
              <Form method="post" preventScrollReset key={gates.length}>
                <label htmlFor="gate-name">{texts.name}</label>
                <input
                  id="gate-name"
                  name="name"
                  defaultValue={newGate.name}
                  placeholder={texts.namePlaceholder}
                  maxLength={60}
                  required
                  autoComplete="off"
                />
                <Types legend={texts.typesOf(texts.newGate)} types={types} chosen={newGate.typeIds} />
                <GateNotice text={noticeFor(answer, null)} />
                <GateSubmit intent="save" text={texts.addGate} />
              </Form>
            </li>
          </ul>
          {stopped.length > 0 ? (
            <section className="gates__card">
              <h2>{texts.stoppedPhones}</h2>
              <p>{texts.stoppedPhonesHint}</p>
              <Phones phones={stopped} intent="accept" text={texts.accept} label={texts.acceptPhone} />
            </section>
          ) : null}
          <GateMessage as="warning" icon="phone" title={texts.lost} hint={texts.lostHint} />
        </>
      )}
    </DoorPage>
  );
}

const noticeFor = ({ notice }: GatesAnswer, gate: string | null) =>
  notice && notice.gate === gate ? notice.text : null;

type GateFormsProps = Pick<GatesView, "types" | "canBind"> & { gate: GateCard; answer: GatesAnswer };

function GateForms({ gate, types, canBind, answer }: GateFormsProps) {
  const { id, name, mode, typeIds } = gate;
  const typed = answer.typed?.gate === id ? answer.typed : undefined;
  return (
    <>
      <h2>{name}</h2>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="gate" value={id} />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="was" value={typed?.was ?? typeIds.join(" ")} />
        <Types legend={texts.typesOf(name)} types={types} chosen={typed?.typeIds ?? typeIds} />
        <GateSubmit intent="save" text={texts.saveGate} />
      </Form>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="gate" value={id} />
        <input type="hidden" name="intent" value="mode" />
        <fieldset className="gates__modes">
          <legend className="visually-hidden">{texts.modeOf(name)}</legend>
          {(["strict", "open"] as const).map((one) => (
            <button key={one} type="submit" name="mode" value={one} aria-pressed={one === mode}>
              {texts.modes[one]}
            </button>
          ))}
        </fieldset>
      </Form>
      <GateNotice text={noticeFor(answer, id)} />
      {gate.phones.length === 0 ? <p className="gate__hint">{texts.noPhones}</p> : null}
      {gate.isLeaderless ? <p className="gate__error">{texts.noneDecides}</p> : null}
      <Phones phones={gate.phones} gate={id} intent="stop" text={texts.stop} label={texts.stopPhone} />
      {canBind ? (
        <Form method="post">
          <input type="hidden" name="gate" value={id} />
          <GateSubmit
            intent="invite"
            text={texts.bind}
            label={texts.bindTo(name)}
            look="gate__big gates__bind"
          />
          <GateSubmit intent="invite-chief" text={texts.bindChief} label={texts.bindChiefTo(name)} />
        </Form>
      ) : null}
    </>
  );
}

type PhonesProps = {
  phones: GateCard["phones"];
  gate?: string;
  intent: string;
  text: string;
  label: (name: string) => string;
};

function Phones({ phones, gate, intent, text, label }: PhonesProps) {
  return (
    <ul className="gates__phones">
      {phones.map(({ id, name, note }) => (
        <li key={id}>
          <Icon name="phone" />
          <span>
            <b>{name}</b>
            <small>{note}</small>
          </span>
          <Form method="post" preventScrollReset>
            {gate ? <input type="hidden" name="gate" value={gate} /> : null}
            <input type="hidden" name="phone" value={id} />
            <GateSubmit intent={intent} text={text} label={label(name)} look="" />
          </Form>
        </li>
      ))}
    </ul>
  );
}

function StopDialog({ stopping }: { stopping: NonNullable<GatesAnswer["stopping"]> }) {
  return (
    <AskedDialog title={texts.stopTitle(stopping.name)} kind="risk" openedBy={stopping}>
      <ul>
        {stopping.means.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Form className="form" method="post" preventScrollReset>
        <input type="hidden" name="gate" value={stopping.gate} />
        <input type="hidden" name="phone" value={stopping.phone} />
        <input type="hidden" name="sure" value="yes" />
        <Button type="submit" name="intent" value="stop" look="risk" width="full">
          {texts.stopPhone(stopping.name)}
        </Button>
      </Form>
      <form className="actions" method="dialog">
        <Button type="submit" look="quiet" size="small">
          {texts.keepPhone}
        </Button>
      </form>
    </AskedDialog>
  );
}

type TypesProps = { legend: string; types: GatesView["types"]; chosen: readonly string[] };

/** More types would push the button that binds a phone off the screen. */
const typesUnfolded = 4;

function Types({ legend, types, chosen }: TypesProps) {
  const named = types.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <details className="gates__fold" open={types.length <= typesUnfolded}>
      <summary>{texts.typesNow(named)}</summary>
      <fieldset className="gates__types" key={chosen.join()}>
        <legend className="visually-hidden">{legend}</legend>
        {types.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" name="types" value={id} defaultChecked={chosen.includes(id)} />
            {name}
          </label>
        ))}
        <p className="gate__hint">{texts.allTypes}</p>
      </fieldset>
    </details>
  );
}
