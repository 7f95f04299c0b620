import { Form } from "react-router";
import type { TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { ActLink, DeleteLink } from "../ui/act-buttons.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import { priceForms } from "./price-state.tsx";
import type { SavedTicketView, TicketFormView } from "./ticket-form-reading.server.ts";
import { baseOf, type TicketKind, textsOf } from "./ticket-kind.ts";
import { type TicketFormAnswer, typeForm } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

type TicketHeadProps = { kind: TicketKind; saved: SavedTicketView | null; back: string };

export function TicketHead({ kind, saved, back: to }: TicketHeadProps) {
  const texts = textsOf(kind);
  const back = { to, label: to === baseOf[kind] ? texts.title : ticketTexts.backToNight };
  if (!saved) return <PageHead title={texts.newTitle} back={back} />;
  const address = `${baseOf[kind]}/${saved.id}`;
  return (
    <PageHead title={saved.name} sub={saved.sub} back={back}>
      <ActLink to={`${address}/history`} icon="history" label={ticketTexts.history} />
      <DeleteLink to={`${address}/delete`} label={ticketTexts.remove} />
    </PageHead>
  );
}

type TicketAsideProps = {
  view: TicketFormView;
  values: TicketTypeValues;
  errors: TicketFormAnswer["errors"];
};

/** The present state of a type: its switches, where it is offered, its history. */
export function TicketAside({ view: { kind, saved }, values, errors }: TicketAsideProps) {
  const field = fieldsIn(typeForm, values, errors);
  return (
    <>
      <Card>
        <div className="office-section">
          {saved
            ? switchesOf(saved).map(({ action: _, as: __, ...setting }) => (
                <SwitchSetting key={setting.form} {...setting} />
              ))
            : null}
          {field("requires_code")}
          {field("is_add_on")}
          {field("is_season_pass")}
        </div>
        <Section title={ticketTexts.offer}>{field("offer_rank")}</Section>
      </Card>
      {saved ? <RecentHistory steps={saved.history} to={`${baseOf[kind]}/${saved.id}/history`} /> : null}
    </>
  );
}

/** The switches of a type, each with the fields that a click sends. */
function switchesOf({ id, name, isVisible, isUsed, isQuickPurchase }: SavedTicketView) {
  const switchOf = (
    what: "visible" | "used" | "quick",
    isOn: boolean,
    action: string,
    [off, on]: [string, string],
  ) => ({
    form: `ticket-${what}`,
    title: ticketTexts[`${what}Setting`],
    hint: ticketTexts[`${what}Hint`],
    label: ticketTexts[`${what}Label`](name),
    state: isOn ? ("on" as const) : ("off" as const),
    action,
    as: isOn ? off : on,
  });
  return [
    switchOf("visible", isVisible, baseOf.every, ["hidden", "shown"]),
    switchOf("used", isUsed, baseOf.every, ["marked_unused", "marked_used"]),
    switchOf("quick", isQuickPurchase, `${baseOf.special}/${id}/quick`, ["off", "on"]),
  ];
}

/** The forms of the switches and of the price. They stand outside of the type's form. */
export function TicketForms({ kind, saved }: { kind: TicketKind; saved: SavedTicketView }) {
  const address = `${baseOf[kind]}/${saved.id}`;
  return (
    <>
      {switchesOf(saved).map(({ form, action, as }) => (
        <SwitchFields
          key={form}
          id={form}
          action={action}
          fields={action === baseOf.every ? { ids: saved.id, as } : { as }}
        />
      ))}
      {(["check", "make"] as const).map((how) => (
        <Form key={how} method="post" action={`${address}/price`} id={priceForms[how]} hidden>
          <input type="hidden" name="how" value={how} />
        </Form>
      ))}
    </>
  );
}
