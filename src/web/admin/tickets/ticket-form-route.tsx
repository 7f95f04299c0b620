import { useState } from "react";
import { data, Outlet, useLocation } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { agreePrice } from "#ticketing/events/agree-price.server.ts";
import { createTicketType, type NewTypeRefusal } from "#ticketing/events/create-ticket-type.server.ts";
import { editTicketType } from "#ticketing/events/edit-ticket-type.server.ts";
import type { ShownCounter } from "#ticketing/events/office-event-queries.server.ts";
import type { PoolValues } from "#ticketing/events/pool-form.ts";
import type { SavedTicketType } from "#ticketing/events/saved-ticket-type.server.ts";
import {
  readTicketTypeForm,
  type TicketTypeValues,
  wantedStock,
} from "#ticketing/events/ticket-type-form.ts";
import { codeKinds } from "#ticketing/events/type-family.ts";
import { linkNightsToPass } from "#ticketing/orders/passes/link-nights-to-pass.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, officeOf } from "../administrator.server.ts";
import { attempt, type Failed } from "../attempt.server.ts";
import { CatalogueForm } from "../catalogue-form.tsx";
import { conflictOf, openedValues } from "../conflict-view.ts";
import { eventTexts } from "../events/event-texts.ts";
import { belowTakenText, fieldSentence, sentencesFor } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { PictureForm } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { foundOr404, idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { typedForm } from "../typed-form.ts";
import { Optional, Required } from "../ui/field-label.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { FieldCell, FieldRow, Section } from "../ui/form-page.tsx";
import { shownField } from "../ui/shown-field.ts";
import { StockMeter } from "../ui/stock-meter.tsx";
import { TickList } from "../ui/tick-list.tsx";
import type { Route } from "./+types/ticket-form-route.ts";
import { PhaseFields } from "./phase-fields.tsx";
import { PriceStateNotice } from "./price-state.tsx";
import { StockFields } from "./stock-fields.tsx";
import { TicketAside, TicketForms, TicketHead } from "./ticket-aside.tsx";
import { readTicketFormView, type TicketFormView, valuesOfType } from "./ticket-form-reading.server.ts";
import { backFrom, baseOf, nightInQuery, type TicketKind, textsOf, ticketKindOf } from "./ticket-kind.ts";
import {
  flatTicket,
  phaseAnswer,
  phaseFields,
  phaseRowsOf,
  poolSentence,
  priceSentence,
  type TicketFormAnswer,
  ticketLabels,
  ticketSentences,
  ticketValues,
  typeForm,
} from "./ticket-sentences.ts";
import { linkedSentence, notLinkedSentence, ticketTexts, ticketWords, tickTexts } from "./ticket-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(titleOf(loaderData?.view)) },
];

const titleOf = (view: TicketFormView | undefined) =>
  view?.saved ? view.saved.name : view ? textsOf(view.kind).newTitle : ticketTexts.kind.every.title;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const formRequest =
    params.id === undefined ? { id: null, night: nightInQuery(search) } : { id: idOf(params), night: null };
  const view = await readTicketFormView(context.get(siteContext), context.get(administratorContext), {
    kind: ticketKindOf(pathname),
    ...formRequest,
  });
  return { view: foundOr404(view) };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = params.id === undefined ? null : idOf(params);
  const { pathname, search } = new URL(request.url);
  const kind = ticketKindOf(pathname);
  const savedFields = ["capacity", "seen_capacity", "seen_left", "version", "opened"];
  const sent = await readSentForm(
    request,
    typeForm,
    id === null ? phaseFields : [...phaseFields, ...savedFields],
  );
  const { posted, version } = sent;
  const values = ticketValues(posted);
  const capacity = posted.text("capacity");
  const again = (about: Partial<TicketFormAnswer>, status: number) =>
    data<TicketFormAnswer>({ ...sent.answer, values, capacity, ...about }, { status });
  // a failed price is repaired in the form; otherwise back to the night or the list
  const finish = (id: string, message: string, price: Awaited<ReturnType<typeof agreePrice>> | null) =>
    price && !price.ok
      ? redirectWithMessage(
          site,
          `${baseOf[kind]}/${id}${search}`,
          "error",
          `${message.replace(/\.$/, "")}. ${priceSentence(price.refusal)}`,
        )
      : redirectWithMessage(site, backFrom(search, kind), "success", message);
  const read = readTicketTypeForm(values);
  if (!read.ok) return again({ errors: ticketSentences(values) }, 422);
  if (id === null) {
    const created = await attempt(site, () => createTicketType(site, { actor, form: read.value }));
    if (!created.ok) return again(...refusalAnswer(created.refusal, kind, values));
    const { id } = created.value;
    const how = read.value.priceId === null ? "make" : "check";
    const price = read.value.price === 0 ? null : await agreePrice(site, { actor, id, how });
    return finish(id, textsOf(kind).created, price);
  }
  const stock = wantedStock(
    { capacity, left: read.value.left },
    { capacity: posted.text("seen_capacity"), left: posted.text("seen_left") },
  );
  if (!stock.ok) return again({ errors: sentencesFor(stock.refusal) }, 422);
  const saved = await attempt(site, () =>
    editTicketType(site, { actor, id, version, form: read.value, stock: stock.value }),
  );
  if (!saved.ok) {
    const { refusal } = saved;
    switch (refusal.reason) {
      case "missing":
        throw data(null, { status: 404 });
      case "phase_taken":
      case "phase_below_taken":
        return again(phaseAnswer(refusal, values), 409);
      case "earlier_entry":
        return again({ errors: { enter_until: ticketTexts.earlierEntry(refusal.was) } }, 409);
      case "add_on_of_sold_type":
        return again({ errors: { is_add_on: ticketTexts.addOnOfSold(refusal.sold, refusal.held) } }, 409);
      case "sold_pass":
        return again({ errors: sentencesFor({ events: "sold_pass" }) }, 409);
      case "below_taken": {
        const wantedCapacity = stock.value.kind === "capacity" ? stock.value.capacity : Number(capacity);
        return again(
          { errors: { capacity: belowTakenText(wantedCapacity, refusal.sold, refusal.held) } },
          409,
        );
      }
      case "changed_meanwhile": {
        const { pools = [] } = (await readTicketFormView(site, actor, { kind, id, night: null })) ?? {};
        const opened = openedValues(posted.text("opened"));
        return again(
          { conflict: conflict(kind, values, refusal.saved, { opened, pools }), openedWith: null },
          409,
        );
      }
      default:
        return again(...refusalAnswer(refusal, kind, values));
    }
  }
  const how = { as_before: null, to_check: "check", to_make: "make" } as const;
  const priceAct = read.value.price === 0 ? null : how[saved.value.price];
  const price = priceAct && (await agreePrice(site, { actor, id, how: priceAct }));
  const { toLink } = saved.value;
  const linked = toLink && (await attempt(site, () => linkNightsToPass(site, { actor, id, nights: toLink })));
  if (linked && !linked.ok) {
    const { refusal } = linked;
    // the typed text stays, on the version under which the other fields were saved
    const view = await readTicketFormView(site, actor, { kind, id, night: null });
    if (!view?.saved || refusal.reason === "missing") throw data(null, { status: 404 });
    if (refusal.reason === "read_only") throw data("read_only", { status: 409 });
    const openedWith = {
      version: String(view.saved.version),
      opened: JSON.stringify(flatTicket(view.values)),
    };
    if (refusal.reason === "not_allowed")
      return again({ notice: rowSecurityTexts[kind === "special" ? "general" : "tickets"], openedWith }, 403);
    if (refusal.reason === "failed") return again({ notice: textsOf(kind).saveFailed, openedWith }, 500);
    return again({ errors: { events: notLinkedSentence(refusal) }, openedWith }, 409);
  }
  const message = [textsOf(kind).updated, linked && linkedSentence(linked.value)].filter(Boolean).join(". ");
  return finish(id, message, price);
}

function refusalAnswer(
  refusal: NewTypeRefusal | Failed,
  kind: TicketKind,
  values: TicketTypeValues,
): [Partial<TicketFormAnswer>, number] {
  switch (refusal.reason) {
    case "not_allowed":
      return [{ notice: rowSecurityTexts[kind === "special" ? "general" : "tickets"] }, 403];
    case "failed":
      return [{ notice: textsOf(kind).saveFailed }, 500];
    case "older_build_runs":
      return [{ notice: ticketTexts.olderBuild }, 409];
    case "pool_of_other_night":
    case "pool_below_taken":
    case "pool_of_sold_type":
      return [{ errors: poolSentence(refusal, values) }, 409];
    case "entry_before_night":
      return [{ errors: { enter_until: ticketTexts.entryBeforeNight(refusal.begins) } }, 422];
    case "after_end":
      return [{ errors: { sale_starts_at: eventTexts.afterEnd(refusal) } }, 422];
    case "no_such_entry":
      return [{ errors: { enter_until: fieldSentence(refusal.problem) } }, 422];
    case "no_night":
      return [{ errors: { events: ticketTexts.noNight }, notice: ticketTexts.noNight }, 422];
    case "duplicate_price":
      return [{ errors: { stripe_price_id: ticketTexts.duplicate }, notice: ticketTexts.duplicate }, 409];
    case "duplicate_list":
      return [{ notice: ticketTexts.passConflict }, 409];
  }
}

function conflict(
  kind: TicketKind,
  typed: TicketTypeValues,
  saved: SavedTicketType,
  { opened, pools }: { opened: ReturnType<typeof openedValues>; pools: TicketFormView["pools"] },
) {
  const savedValues = flatTicket(
    valuesOfType({ ...saved, ...saved.counter, listed: 0, given: 0, atDoor: 0 }),
  );
  return conflictOf({
    title: textsOf(kind).conflict,
    version: saved.version,
    mine: flatTicket(typed),
    saved: savedValues,
    opened,
    labels: ticketLabels,
    shown: (name, value) => {
      if (name === "price" && /^\d+$/.test(value))
        return `${formatLei(Number(value) * 100)} ${ticketTexts.currency}`;
      if (name === "code_per") return ticketTexts.codePer[value === "person" ? "person" : "order"].title;
      if (name === "pool")
        return (
          pools.find((pool) => pool.id === value)?.label ?? ticketTexts.pool[value === "" ? "none" : "new"]
        );
      if (name === "phases")
        return phaseRowsOf(value)
          .map((row) => ticketTexts.phases.inShort(row.name, row.price))
          .join(", ");
      return typeForm.shown(name, value);
    },
  });
}

export default function TicketFormScreen({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const { saved, kind } = view;
  const texts = textsOf(kind);
  const back = backFrom(useLocation().search, kind);
  const values = answer?.values ?? view.values;
  return (
    <>
      <TicketHead kind={kind} saved={saved} back={back} />
      <CatalogueForm
        name={saved?.name ?? texts.newTitle}
        saved={saved && { id: saved.id, version: saved.version, values: flatTicket(view.values) }}
        answer={answer}
        check={(data) => ticketSentences(ticketValues(typedForm(data)))}
        labels={ticketLabels}
        save={texts.save}
        cancelTo={back}
        side={(errors) => <TicketAside view={view} values={values} errors={errors} />}
        below={(errors) => (
          <PhaseFields
            typed={values.phases}
            saved={saved?.phases ?? []}
            sentence={saved?.phaseSentence ?? null}
            now={view.now}
            errors={errors}
          />
        )}
        fields={(errors) => {
          const field = fieldsIn(typeForm, values, errors);
          return (
            <>
              <Section title={texts.section}>
                <FieldRow>
                  {field("type", { span: 6 })}
                  {field("price", { span: 3 })}
                  {field("entries", { span: 3 })}
                  {field("description", { span: 12, lines: 3 })}
                  <FieldCell span={12}>
                    <TickList
                      name="events"
                      legend={ticketWords.events.label}
                      texts={tickTexts.nights}
                      hint={ticketWords.events.hint}
                      rows={view.nights}
                      chosen={values.events}
                      error={errors.events}
                    />
                  </FieldCell>
                </FieldRow>
              </Section>
              <Section title={ticketWords.code_per.label}>
                <fieldset>
                  <legend className="visually-hidden">{ticketWords.code_per.label}</legend>
                  {codeKinds.map((kind) => (
                    <label className="setting" key={kind}>
                      <span>
                        <b>{ticketTexts.codePer[kind].title}</b>
                        <small className="muted">{ticketTexts.codePer[kind].note}</small>
                      </span>
                      <input
                        type="radio"
                        name="code_per"
                        value={kind}
                        defaultChecked={kind === (values.code_per || "order")}
                      />
                    </label>
                  ))}
                </fieldset>
                <p className="field__hint">{ticketTexts.codeHint}</p>
              </Section>
              <Section title={ticketTexts.gate}>
                <label className="setting">
                  <span>
                    <b>{ticketWords.enter_until.label}</b>
                    <small className="muted">{ticketTexts.enterUntilHint}</small>
                    {errors.enter_until ? <small className="field__error">{errors.enter_until}</small> : null}
                  </span>
                  <input
                    className="input enter-until"
                    name="enter_until"
                    placeholder="23:00"
                    size={5}
                    defaultValue={values.enter_until}
                    aria-invalid={errors.enter_until ? true : undefined}
                  />
                </label>
              </Section>
              <Section title={ticketTexts.stock}>
                <StockFields
                  saved={saved}
                  openedStock={{ capacity: view.capacity, left: view.values.quantity_available }}
                  typed={{ capacity: answer?.capacity ?? view.capacity, left: values.quantity_available }}
                  errors={errors}
                />
              </Section>
              <Section title={ticketWords.pool.label}>
                <PoolFields typed={values} pools={view.pools} saved={saved?.pool ?? null} errors={errors} />
              </Section>
              <Section title={ticketTexts.priceTitle}>
                {saved ? <PriceStateNotice price={saved.price} /> : null}
                {field("stripe_price_id", { spellCheck: false })}
              </Section>
              <Section title={ticketTexts.window}>
                <FieldRow>
                  {field("sale_starts_at", { span: 6 })}
                  {field("sale_ends_at", { span: 6 })}
                </FieldRow>
              </Section>
            </>
          );
        }}
      >
        {saved ? (
          <>
            <PictureForm
              address={`${baseOf[kind]}/${saved.id}`}
              folder="season_passes"
              use="ticket"
              advice={pictureTexts.advice.specialTicket}
              view={saved.picture}
            />
            <TicketForms kind={kind} saved={saved} />
          </>
        ) : null}
      </CatalogueForm>
      <Outlet />
    </>
  );
}

const texts = ticketTexts.pool;

type PoolFieldsProps = {
  typed: PoolValues;
  pools: readonly { id: string; label: string; capacity: number }[];
  /** The pool of the saved type. */
  saved: { id: string; name: string; stock: ShownCounter } | null;
  errors: Partial<Record<keyof PoolValues, string>>;
};

/**
 * The fields of a pool, which a type shares with other types of its night. JavaScript shows only those of the choice.
 */
function PoolFields({ typed: values, pools, saved, errors }: PoolFieldsProps) {
  const enhanced = useEnhanced();
  const [chosen, setChosen] = useState(values.pool);
  const asksName = !enhanced || chosen === "new";
  const asksCapacity = !enhanced || chosen !== "";
  // a new pool needs a name and a number of places; a known pool may keep its number
  const Mark = enhanced && chosen === "new" ? Required : Optional;
  const chosenPool = pools.find(({ id }) => id === chosen);
  return (
    <>
      <FieldRow spans={[12, 6, 6]}>
        <Select
          label={ticketWords.pool.label}
          {...shownField("pool", values, errors)}
          hint={texts.hint}
          onChange={(change) => setChosen(change.currentTarget.value)}
        >
          <option value="">{texts.none}</option>
          {pools.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value="new">{texts.new}</option>
        </Select>
        {asksName ? (
          <TextInput
            label={<Mark>{ticketWords.pool_name.label}</Mark>}
            {...shownField("pool_name", values, errors)}
          />
        ) : null}
        {asksCapacity ? (
          <TextInput
            label={<Mark>{ticketWords.pool_capacity.label}</Mark>}
            {...shownField("pool_capacity", values, errors)}
            inputMode="numeric"
            placeholder={chosenPool ? String(chosenPool.capacity) : undefined}
            hint={chosen === "new" ? undefined : ticketWords.pool_capacity.hint}
          />
        ) : null}
      </FieldRow>
      {saved ? (
        <>
          <h3 className="pool-stock">{texts.stock(saved.name)}</h3>
          <StockMeter stock={saved.stock} source={`/admin/stock/${saved.id}`} />
        </>
      ) : null}
    </>
  );
}
