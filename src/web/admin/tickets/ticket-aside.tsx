import { Form, Link } from "react-router";
import type { TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { RecentHistory } from "../history/recent-history.tsx";
import { ActLink } from "../ui/act-buttons.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
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
      <Link className={buttonClass({ look: "risk" })} to={`${address}/delete`} preventScrollReset>
        <OfficeIcon name="trash" /> {ticketTexts.remove}
      </Link>
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
          {saved ? <TicketSwitches saved={saved} /> : null}
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

const switches = { visible: "ticket-visible", used: "ticket-used", quick: "ticket-quick" } as const;

function TicketSwitches({ saved }: { saved: SavedTicketView }) {
  return (
    <>
      <SwitchSetting
        form={switches.visible}
        title={ticketTexts.visibleSetting}
        hint={ticketTexts.visibleHint}
        label={ticketTexts.visibleLabel(saved.name)}
        state={saved.isVisible ? "on" : "off"}
      />
      <SwitchSetting
        form={switches.used}
        title={ticketTexts.usedSetting}
        hint={ticketTexts.usedHint}
        label={ticketTexts.usedLabel(saved.name)}
        state={saved.isUsed ? "on" : "off"}
      />
      <SwitchSetting
        form={switches.quick}
        title={ticketTexts.quickSetting}
        hint={ticketTexts.quickHint}
        label={ticketTexts.quickLabel(saved.name)}
        state={saved.isQuickPurchase ? "on" : "off"}
      />
    </>
  );
}

/** The forms of the switches and of the price. They stand outside of the type's form. */
export function TicketForms({ kind, saved }: { kind: TicketKind; saved: SavedTicketView }) {
  const base = baseOf[kind];
  const address = `${base}/${saved.id}`;
  return (
    <>
      <SwitchFields
        id={switches.visible}
        action={baseOf.every}
        fields={{ ids: saved.id, as: saved.isVisible ? "hidden" : "shown" }}
      />
      <SwitchFields
        id={switches.used}
        action={baseOf.every}
        fields={{ ids: saved.id, as: saved.isUsed ? "marked_unused" : "marked_used" }}
      />
      <SwitchFields
        id={switches.quick}
        action={`${baseOf.special}/${saved.id}/quick`}
        fields={{ as: saved.isQuickPurchase ? "off" : "on" }}
      />
      {(["check", "make"] as const).map((how) => (
        <Form key={how} method="post" action={`${address}/price`} id={priceForms[how]} hidden>
          <input type="hidden" name="how" value={how} />
        </Form>
      ))}
    </>
  );
}
