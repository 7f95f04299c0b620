import { data, Outlet } from "react-router";
import { newId } from "#kernel/id.ts";
import { listEventNames } from "#ticketing/events/office-event-queries.server.ts";
import { momentText } from "#ticketing/forms/fields.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { createVoucher, type NewVoucherRefusal } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import { editVoucher } from "#ticketing/orders/vouchers/edit-voucher.server.ts";
import {
  findVoucher,
  listOpenedNights,
  listTypeChoices,
} from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import { codesOf, newVoucherForm, voucherForm } from "#ticketing/orders/vouchers/voucher-form.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt, type Failed } from "../attempt.server.ts";
import { CatalogueForm } from "../catalogue-form.tsx";
import { belowTakenText } from "../field-texts.ts";
import { historySteps } from "../history/history-view.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { nightsToTick } from "../tickets/nights-to-tick.ts";
import { tickTexts } from "../tickets/ticket-texts.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf } from "../ui/address-query.ts";
import { FileLinks } from "../ui/file-links.tsx";
import { useFields } from "../ui/form-field.tsx";
import { Card, FieldCell, FieldRow, Section } from "../ui/form-page.tsx";
import { type Sentences, withWords } from "../ui/form-words.ts";
import { PageHead } from "../ui/page-head.tsx";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import type { Route } from "./+types/code-form-route.ts";
import { codeTexts, codeWords } from "./code-texts.ts";
import { codeLink, codeWarnings, effectInWords, exampleInWords, shownCode } from "./code-words.ts";
import { CopyCodeLink } from "./copy-code-link.tsx";

const newForm = withWords(newVoucherForm, codeWords);
const savedForm = withWords(voucherForm, codeWords);

export const meta: Route.MetaFunction = ({ loaderData, params: { id } }) => [
  { title: adminTexts.pageTitle(loaderData?.saved?.title ?? codeTexts[id ? "title" : "newTitle"]) },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const id = params.id === undefined ? null : idOf(params);
  return readAs(context, async (sql) => {
    const [nights, types] = await Promise.all([listEventNames(sql), listTypeChoices(sql)]);
    const choices = {
      now: momentText(site.now()),
      nights: nightsToTick(nights, site.now()),
      types: types.map(({ id, type, night, isPast, requiresCode, lowest }) => ({
        id,
        isPast,
        lowest,
        label: [type, night, requiresCode ? codeTexts.hiddenType : null].filter(Boolean).join(", "),
      })),
    };
    const many = oneOf(new URL(request.url).searchParams.get("many"), ["set"], "");
    if (id === null) return { ...choices, saved: null, key: newId(), values: { ...newForm.empty, many } };
    const voucher = await findVoucher(sql, id);
    if (!voucher) throw data(null, { status: 404 });
    const { isSet, isOn, isUnused, version } = voucher;
    const code = shownCode(voucher);
    const opened = isSet ? [] : await listOpenedNights(sql, voucher);
    return {
      ...choices,
      key: null,
      values: { ...newForm.empty, ...savedForm.written(voucher) },
      saved: {
        id,
        code,
        isSet,
        isOn,
        isUnused,
        version,
        title: isSet ? codeTexts.setTitle(voucher.name) : code,
        does: effectInWords(voucher),
        links: opened.map(({ name, slug }) => ({
          name,
          link: codeLink(`${site.origin}/events/${slug}`, code),
        })),
        uses: codeTexts.uses(voucher.sold, voucher.held, voucher.capacity),
        history: historySteps(await listHistory(sql, "voucher", id, { limit: 4 })),
      },
    };
  });
}

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const { site, actor } = officeOf(context);
  const typed = await request.clone().formData();
  if (params.id === undefined) {
    const sent = await readSentForm(request, newForm, ["key"]);
    const { read } = sent;
    if (!read.ok) return sent.wrong();
    const confirmation = await passwordAgain(args, "create-voucher", typed, codeTexts.creating);
    if (!confirmation.ok)
      return sent.again(confirmation.refusal.data, confirmation.refusal.init?.status ?? 403);
    const codes = codesOf(read.value);
    const key = sent.posted.text("key");
    const created = await attempt(site, () => createVoucher(site, { actor, form: read.value, codes, key }));
    if (!created.ok) {
      const { refusal } = created;
      if (refusal.reason === "duplicate_code")
        return sent.again({ errors: { code: codeTexts.duplicate } }, 409);
      return sent.again(...refusedCode(refusal));
    }
    const isSet = codes.kind === "random" && codes.isSet;
    const to = `/admin/codes/${created.value.id}`;
    return redirectWithMessage(site, to, "success", isSet ? codeTexts.setCreated : codeTexts.created);
  }
  const id = idOf(params);
  const sent = await readSentForm(request, savedForm, ["version", "opened"]);
  const { read, version } = sent;
  if (!read.ok) return sent.wrong();
  const confirmation = await passwordAgain(args, "edit-voucher", typed, codeTexts.editing);
  if (!confirmation.ok)
    return sent.again(confirmation.refusal.data, confirmation.refusal.init?.status ?? 403);
  const saved = await attempt(site, () => editVoucher(site, { actor, id, version, form: read.value }));
  if (saved.ok) return redirectWithMessage(site, "/admin/codes", "success", codeTexts.updated);
  const { refusal } = saved;
  switch (refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "below_taken": {
      const uses = belowTakenText(read.value.uses ?? 0, refusal.sold, refusal.held);
      return sent.again({ errors: { uses } }, 409);
    }
    case "other_kind":
      return sent.again({ notice: codeTexts.otherKind }, 409);
    case "changed_meanwhile":
      return sent.again(sent.conflict(codeTexts.conflict, refusal.saved), 409);
    default:
      return sent.again(...refusedCode(refusal));
  }
}

/** Returns the answer and the status for a refused save. */
function refusedCode({
  reason,
}: Exclude<NewVoucherRefusal, { reason: "duplicate_code" }> | Failed): [
  { notice: string } | { errors: { types: string } },
  number,
] {
  switch (reason) {
    case "not_allowed":
      return [{ notice: rowSecurityTexts.general }, 403];
    case "older_build_runs":
      return [{ notice: requestTexts.upgrading }, 503];
    case "failed":
      return [{ notice: codeTexts.saveFailed }, 500];
    case "not_all":
      return [{ notice: codeTexts.gone }, 409];
    case "not_hidden":
      return [{ errors: { types: codeTexts.notHidden } }, 422];
  }
}

type Loaded = Route.ComponentProps["loaderData"];
type SavedCode = NonNullable<Loaded["saved"]>;
type Errors = Sentences<typeof newForm.fields>;

const switchFormId = "code-on";

export default function CodeForm({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { saved } = loaderData;
  const values = { ...loaderData.values, ...answer?.values };
  const title =
    saved?.title ?? (loaderData.values.many === "set" ? codeTexts.newSetTitle : codeTexts.newTitle);
  return (
    <>
      <CodeHead title={title} saved={saved} />
      <CatalogueForm<keyof Errors>
        name={title}
        saved={saved && { id: saved.id, version: saved.version, values: savedForm.flat(loaderData.values) }}
        answer={answer}
        check={(saved ? savedForm : newForm).check}
        labels={newForm.labels}
        save={codeTexts.save}
        cancelTo="/admin/codes"
        side={() => <CodeAside saved={saved} />}
        fields={(errors) => (
          <>
            {loaderData.key === null ? null : <input type="hidden" name="key" value={loaderData.key} />}
            <CodeFields loaded={loaderData} values={values} errors={errors} />
          </>
        )}
      >
        {saved ? (
          <SwitchFields
            id={switchFormId}
            action="/admin/codes"
            fields={{ ids: saved.id, as: saved.isOn ? "off" : "on" }}
          />
        ) : null}
      </CatalogueForm>
      <Outlet />
    </>
  );
}

type CodeFieldsProps = { loaded: Loaded; values: Loaded["values"]; errors: Errors };

/** The fields of a code. Without JavaScript those of all kinds are shown, and the server ignores the others. */
function CodeFields({ loaded: { saved, types, nights, now }, values, errors }: CodeFieldsProps) {
  const enhanced = useEnhanced();
  const { field, typed, onInput } = useFields(newForm, values, errors);
  const warnings = codeWarnings(typed, types, now);
  return (
    <div onInput={onInput}>
      <Section title={codeTexts.what}>
        {saved ? <input type="hidden" name="kind" value={values.kind} /> : field("kind")}
        <FieldRow>
          {field("percent", { span: 4 })}
          {field("amount", { span: 4 })}
          {field("name", { span: 8 })}
        </FieldRow>
        <p className="muted" aria-live="polite">
          {exampleInWords(typed)}
        </p>
      </Section>
      {saved ? null : (
        <Section title={codeTexts.which}>
          {field("many")}
          <FieldRow>
            {enhanced && typed.kind === "unlock" && typed.many === "" ? (
              <FieldCell span={12}>
                <p className="field__hint">{codeTexts.randomHint}</p>
              </FieldCell>
            ) : (
              field("code", { span: 12, spellCheck: false, autoComplete: "off" })
            )}
            {field("count", { span: 4 })}
            {field("prefix", { span: 8, spellCheck: false, autoComplete: "off" })}
          </FieldRow>
        </Section>
      )}
      <Section title={codeTexts.where}>
        <FieldRow>
          {field("events", { span: 12, ticks: { rows: nights, texts: tickTexts.nights } })}
          {field("types", { span: 12, ticks: { rows: types, texts: tickTexts.types } })}
        </FieldRow>
      </Section>
      <Section title={codeTexts.limits}>
        <FieldRow>
          {field("uses", { span: 6 })}
          {field("per_person", { span: 6 })}
          {field("starts_at", { span: 6 })}
          {field("ends_at", { span: 6 })}
        </FieldRow>
        <div role="status">
          {[warnings.limits, warnings.end].map((warning) =>
            warning === null ? null : (
              <p className="form-warning" key={warning}>
                <Icon name="info" /> {warning}
              </p>
            ),
          )}
        </div>
        {field("returns_uses")}
      </Section>
    </div>
  );
}

function CodeHead({ title, saved }: { title: string; saved: SavedCode | null }) {
  const back = { to: "/admin/codes", label: codeTexts.title };
  if (!saved) return <PageHead title={title} back={back} />;
  const address = `/admin/codes/${saved.id}`;
  return (
    <PageHead title={title} sub={`${saved.code}, ${saved.does}`} back={back}>
      {saved.isSet ? (
        <FileLinks
          file="/admin/code-list"
          query={`?set=${encodeURIComponent(saved.id)}`}
          label={codeTexts.list}
          right="events.write"
        />
      ) : null}
      {saved.isUnused ? (
        <ActLink
          look="risk"
          to={`${address}/delete`}
          preventScrollReset
          icon="trash"
          label={codeTexts.remove}
        />
      ) : null}
    </PageHead>
  );
}

function CodeAside({ saved }: { saved: SavedCode | null }) {
  return (
    <>
      <Card>
        {saved ? (
          <Section title={codeTexts.use}>
            <p className="figures">{saved.uses}</p>
            <SwitchSetting
              form={switchFormId}
              title={codeTexts.onSetting}
              hint={codeTexts.onHint}
              label={codeTexts.switchLabel(saved.code)}
              state={saved.isOn ? "on" : "off"}
            />
          </Section>
        ) : null}
        {saved && saved.links.length > 0 ? (
          <Section title={codeTexts.links}>
            {saved.links.map(({ name, link }) => (
              <TextInput
                key={link}
                label={name}
                value={link}
                readOnly
                onFocus={(event) => event.target.select()}
                beside={<CopyCodeLink code={`${saved.code}, ${name}`} link={link} />}
              />
            ))}
          </Section>
        ) : null}
        <Section title={codeTexts.howSeen}>
          <p className="muted">{codeTexts.howSeenText}</p>
        </Section>
      </Card>
      <Notice kind="info" title={codeTexts.wrongTitle}>
        {codeTexts.wrongText}
      </Notice>
      {saved ? <RecentHistory steps={saved.history} to={`/admin/codes/${saved.id}/history`} /> : null}
    </>
  );
}
