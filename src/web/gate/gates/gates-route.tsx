import { data } from "react-router";
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
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { setGateMode } from "#ticketing/gate/set-gate-mode.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { GateClosed } from "../gate-closed.tsx";
import type { Route } from "./+types/gates-route.ts";
import { type Chief, chiefOf, doorNight, nightIdOf, textOf } from "./chief.server.ts";
import { type GateCard, type GatesAnswer, GatesPage } from "./gates-page.tsx";
import { gatesTexts as texts } from "./gates-texts.ts";
import "../gate.css";

export const meta: Route.MetaFunction = () => [
  { title: texts.title },
  { name: "robots", content: "noindex" },
];

export async function loader(args: Route.LoaderArgs) {
  const chief = chiefOf(args);
  const id = nightIdOf(args);
  const site = args.context.get(siteContext);
  return site.database.readAs(chief, async (sql) => {
    const night = await findNightOfGates(sql, id);
    if (!night) throw data(null, { status: 404 });
    return {
      view: {
        night: doorNight(id, night),
        types: night.types,
        gates: (await listGates(sql, id)).map(cardOf),
        stopped: (await listStoppedPhones(sql, id)).map((phone) => ({
          id: phone.id,
          name: phone.name,
          note: texts.stoppedRows(phone.gateName, phone.rows),
        })),
      },
      flash: readFlash(args.request, site.origin),
    };
  });
}

function cardOf({ id, name, mode, typeIds, phones }: GateWithPhones): GateCard {
  return {
    id,
    name,
    mode,
    typeIds,
    isLeaderless: mode === "strict" && phones.length > 0 && phones.every(({ decides }) => !decides),
    phones: phones.map((phone) => ({
      id: phone.id,
      name: phone.name,
      note: texts.bound(wallTimeOf(phone.enrolledAt), phone.decides ? "decides" : "helps", phone.isChief),
    })),
  };
}

const answer = (status: number, more: GatesAnswer) => data(more, { status });

export async function action(args: Route.ActionArgs) {
  const chief = chiefOf(args);
  const eventId = nightIdOf(args);
  const form = await args.request.formData();
  const gateId = textOf(form, "gate") || null;
  switch (textOf(form, "intent")) {
    case "save":
      return save(args, chief, { eventId, gateId, form });
    case "mode":
      return setMode(args, chief, { eventId, gateId: gateId ?? "", form });
    case "stop":
      return stop(args, chief, { eventId, gateId, form });
    case "accept":
      return accept(args, chief, { eventId, form });
    case "invite":
      return invite(args, chief, { eventId, gateId: gateId ?? "", isChief: false, form });
    case "invite-chief":
      return invite(args, chief, { eventId, gateId: gateId ?? "", isChief: true, form });
    default:
      throw data(null, { status: 400 });
  }
}

async function save(
  args: Route.ActionArgs,
  actor: Chief,
  { eventId, gateId, form }: { eventId: Uuid; gateId: string | null; form: FormData },
) {
  const site = args.context.get(siteContext);
  const was = form.has("was") ? textOf(form, "was") : null;
  const typed = { gate: gateId, name: textOf(form, "name"), typeIds: form.getAll("types").map(String), was };
  const again = (status: number, text: string) => answer(status, { typed, notice: { gate: gateId, text } });
  const read = readGateForm(form);
  if (!read.ok) return again(422, texts.wrong[read.field]);
  const opened = was === null ? null : was.split(" ").filter(Boolean);
  const saved = await saveGate(site, { actor, eventId, gateId, form: read.value, opened });
  if (saved.ok) return shown(args, eventId, texts.saved(read.value.name));
  switch (saved.refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "not_allowed":
      throw data(null, { status: 403 });
    case "phone_away":
      return again(409, texts.phoneAway(saved.refusal.phone));
    default:
      return again(409, texts.wrong[saved.refusal.reason]);
  }
}

async function setMode(
  args: Route.ActionArgs,
  actor: Chief,
  { eventId, gateId, form }: { eventId: Uuid; gateId: string; form: FormData },
) {
  const site = args.context.get(siteContext);
  const mode = doorModes.find((known) => known === textOf(form, "mode"));
  const gate = await gateNamed(args, actor, eventId, gateId);
  if (!mode) throw data(null, { status: 400 });
  const word = texts.modes[mode];
  const confirmed = await passwordAgain(args, "set-gate-mode", form, texts.settingMode(gate.name, word));
  if (!confirmed.ok) return confirmed.refusal;
  const set = await setGateMode(site, { actor, eventId, gateId, mode });
  if (set.ok) return shown(args, eventId, texts.modeSet(gate.name, word));
  const { refusal } = set;
  if (refusal.reason === "phone_away")
    return answer(409, { notice: { gate: gateId, text: texts.phoneAway(refusal.phone) } });
  throw data(null, { status: refusal.reason === "missing" ? 404 : 403 });
}

async function stop(
  args: Route.ActionArgs,
  actor: Chief,
  { eventId, gateId, form }: { eventId: Uuid; gateId: string | null; form: FormData },
) {
  const site = args.context.get(siteContext);
  const { gate, phone } = await phoneNamed(args, actor, { eventId, gateId, form });
  const means = stopMeans(gate, phone);
  const purpose = [texts.stopTitle(phone.name), ...means].join(" ");
  const confirmed = await passwordAgain(args, "stop-phone", form, purpose);
  if (!confirmed.ok) return confirmed.refusal;
  // the password dialog has already asked; without that dialog, because the password is fresh, the page asks
  // separately
  const isSure = ["sure", reentryField, reentryKeyField].some((name) => textOf(form, name) !== "");
  if (!isSure) return answer(409, { stopping: { gate: gate.id, phone: phone.id, name: phone.name, means } });
  const stopped = await stopPhone(site, { actor, deviceId: phone.id });
  if (stopped.ok) return shown(args, eventId, texts.stopped(phone.name));
  throw data(null, { status: stopped.refusal.reason === "missing" ? 404 : 403 });
}

function stopMeans(gate: GateWithPhones, phone: GateWithPhones["phones"][number]): string[] {
  const { kept, unsent, away, decides, again } = texts.stopMeans;
  return [
    kept,
    ...(phone.unsent > 0 ? [unsent(phone.unsent)] : []),
    ...(phone.isAway ? [away] : []),
    ...(phone.decides && gate.mode === "strict" ? [decides(gate.name)] : []),
    again,
  ];
}

async function accept(
  args: Route.ActionArgs,
  actor: Chief,
  { eventId, form }: { eventId: Uuid; form: FormData },
) {
  const site = args.context.get(siteContext);
  const stopped = await site.database.readAs(actor, (sql) => listStoppedPhones(sql, eventId));
  const phone = stopped.find(({ id }) => id === textOf(form, "phone"));
  if (!phone) throw data(null, { status: 404 });
  const confirmed = await passwordAgain(args, "accept-phone-rows", form, texts.accepting(phone.name));
  if (!confirmed.ok) return confirmed.refusal;
  const accepted = await acceptPhoneRows(site, { actor, deviceId: phone.id });
  if (accepted.ok) return shown(args, eventId, texts.accepted(accepted.value));
  throw data(null, { status: accepted.refusal.reason === "missing" ? 404 : 403 });
}

async function invite(
  args: Route.ActionArgs,
  actor: Chief,
  { eventId, gateId, isChief, form }: { eventId: Uuid; gateId: string; isChief: boolean; form: FormData },
) {
  const gate = await gateNamed(args, actor, eventId, gateId);
  const act = isChief ? "invite-chief-phone" : "invite-phone";
  const confirmed = await passwordAgain(args, act, form, texts.invitingChief(gate.name));
  if (!confirmed.ok) return confirmed.refusal;
  const invited = await invitePhone(args.context.get(siteContext), { actor, gateId, isChief });
  if (!invited.ok) throw data(null, { status: invited.refusal.reason === "missing" ? 404 : 403 });
  const { url, expiresAt } = invited.value;
  const qr = `data:image/svg+xml,${encodeURIComponent(linkSvg(url))}`;
  return answer(200, { invited: { gate: gate.name, qr, until: wallTimeOf(expiresAt) } });
}

async function gateNamed({ context }: Route.ActionArgs, actor: Chief, eventId: Uuid, gateId: string) {
  const gates = await context.get(siteContext).database.readAs(actor, (sql) => listGates(sql, eventId));
  const gate = gates.find(({ id }) => id === gateId);
  if (!gate) throw data(null, { status: 404 });
  return gate;
}

async function phoneNamed(
  args: Route.ActionArgs,
  actor: Chief,
  { eventId, gateId, form }: { eventId: Uuid; gateId: string | null; form: FormData },
) {
  const gate = await gateNamed(args, actor, eventId, gateId ?? "");
  const phone = gate.phones.find(({ id }) => id === textOf(form, "phone"));
  if (!phone) throw data(null, { status: 404 });
  return { gate, phone };
}

const shown = ({ context }: Route.ActionArgs, eventId: Uuid, text: string) =>
  seeOther(`/gate/nights/${eventId}/gates`, {
    origin: context.get(siteContext).origin,
    flash: { kind: "success", text },
  });

export default function Gates({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <GatesPage view={loaderData.view} answer={actionData ?? {}} />
      <ToastRegion flash={loaderData.flash} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <GateClosed error={error} />;
}
