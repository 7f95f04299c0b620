import { data, Link, Outlet } from "react-router";
import { isUuid, newId } from "#kernel/id.ts";
import type { NewVoucherRefusal } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import { createVoucher } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import { editVoucher } from "#ticketing/orders/vouchers/edit-voucher.server.ts";
import { readNewCodes, readVoucherForm, voucherTextFields } from "#ticketing/orders/vouchers/voucher-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { CatalogueForm } from "../catalogue-form.tsx";
import { conflictOf, openedValues } from "../conflict-view.ts";
import { belowTakenText } from "../field-texts.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, openedForm, postedForm, said } from "../posted-form.server.ts";
import { typedForm } from "../typed-form.ts";
import { oneOf } from "../ui/address-query.ts";
import { FileLinks } from "../ui/file-links.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import type { Route } from "./+types/code-form-route.ts";
import { CodeFields } from "./code-fields.tsx";
import { readCodeFormView, type SavedCodeView, valuesOfVoucher } from "./code-form-reading.server.ts";
import type { CodeFormAnswer } from "./code-sentences.ts";
import { codeSentences, codeValues, flatCode } from "./code-sentences.ts";
import { codeTexts } from "./code-texts.ts";
import { CopyCodeLink } from "./copy-code-link.tsx";

export const meta: Route.MetaFunction = ({ loaderData, params: { id } }) => [
  { title: adminTexts.pageTitle(loaderData?.view.saved?.title ?? codeTexts[id ? "title" : "newTitle"]) },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const many = oneOf(new URL(request.url).searchParams.get("many"), ["set"], "");
  const id = params.id === undefined ? null : idOf(params);
  const view = await readCodeFormView(context.get(siteContext), context.get(administratorContext), id, many);
  if (!view) throw data(null, { status: 404 });
  return { view, key: newId() };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = params.id === undefined ? null : idOf(params);
  const form = await postedForm(request, {
    one: id === null ? [...voucherTextFields, "key"] : [...voucherTextFields, "version", "opened"],
    many: ["events", "types"],
  });
  const values = codeValues(form);
  const based = id === null ? null : openedForm(form);
  const again = (answer: Partial<CodeFormAnswer>, status: number) =>
    data<CodeFormAnswer>({ values, errors: {}, notice: null, conflict: null, based, ...answer }, { status });
  const read = readVoucherForm(values);
  if (id === null) {
    const codes = readNewCodes(values);
    if (!read.ok || !codes.ok) return again({ errors: codeSentences(values, "new") }, 422);
    const key = form.text("key");
    const once = isUuid(key) ? { id: key } : {};
    const asked = { actor, form: read.value, codes: codes.value, ...once };
    const created = await attempt(site, () => createVoucher(site, asked));
    if (!created.ok) return again(...refusedCode(created.refusal));
    const isSet = codes.value.kind === "random" && codes.value.isSet;
    const to = `/admin/codes/${created.value.id}`;
    return said(site, to, "success", isSet ? codeTexts.setCreated : codeTexts.created);
  }
  if (!read.ok) return again({ errors: codeSentences(values, "saved") }, 422);
  const version = Number(form.text("version"));
  const saved = await attempt(site, () => editVoucher(site, { actor, id, version, form: read.value }));
  if (saved.ok) return said(site, "/admin/codes", "success", codeTexts.updated);
  const { refusal } = saved;
  switch (refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "below_taken": {
      const { sold, held } = refusal;
      return again({ errors: { uses: belowTakenText(read.value.uses ?? 0, sold, held) } }, 409);
    }
    case "other_kind":
      return again({ notice: codeTexts.otherKind }, 409);
    case "changed_meanwhile": {
      const conflict = conflictOf({
        title: codeTexts.conflict,
        version: refusal.saved.version,
        mine: flatCode(values),
        saved: flatCode(valuesOfVoucher(refusal.saved)),
        opened: openedValues(form.text("opened")),
        labels: codeTexts.labels,
        shown: (name, value) =>
          name === "events" || name === "types"
            ? String(value.split(",").filter(Boolean).length)
            : name === "returns_uses"
              ? value === "1"
                ? "da"
                : "nu"
              : value.replace("T", " "),
      });
      return again({ conflict, based: null }, 409);
    }
    default:
      return again(...refusedCode(refusal));
  }
}

const onForm = "code-on";

/** A code or a set, new or saved. */
export default function CodeForm({ loaderData: { view, key }, actionData: answer }: Route.ComponentProps) {
  const { saved } = view;
  const values = answer?.values ?? view.values;
  const title = saved?.title ?? (view.values.many === "set" ? codeTexts.newSetTitle : codeTexts.newTitle);
  return (
    <>
      <CodeHead title={title} saved={saved} />
      <CatalogueForm
        name={title}
        saved={saved && { id: saved.id, version: saved.version, values: flatCode(view.values) }}
        answer={answer}
        check={(data) => codeSentences(codeValues(typedForm(data)), saved ? "saved" : "new")}
        labels={codeTexts.labels}
        save={codeTexts.save}
        cancelTo="/admin/codes"
        side={() => <CodeAside saved={saved} />}
        fields={(errors) => (
          <>
            {saved ? null : <input type="hidden" name="key" value={key} />}
            <CodeFields view={view} values={values} errors={errors} />
          </>
        )}
      >
        {saved ? (
          <SwitchFields
            id={onForm}
            action="/admin/codes"
            fields={{ ids: saved.id, as: saved.isOn ? "off" : "on" }}
          />
        ) : null}
      </CatalogueForm>
      <Outlet />
    </>
  );
}

function CodeHead({ title, saved }: { title: string; saved: SavedCodeView | null }) {
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
        />
      ) : null}
      {saved.isUnused ? (
        <Link className={buttonClass({ look: "risk" })} to={`${address}/delete`} preventScrollReset>
          <OfficeIcon name="trash" /> {codeTexts.remove}
        </Link>
      ) : null}
    </PageHead>
  );
}

function CodeAside({ saved }: { saved: SavedCodeView | null }) {
  return (
    <>
      <Card>
        {saved ? (
          <Section title={codeTexts.use}>
            <p className="figures">{saved.uses}</p>
            <SwitchSetting
              form={onForm}
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

/** The answer to a save that was refused, with its status. */
export function refusedCode(
  refusal: NewVoucherRefusal | { readonly reason: "failed" },
): [Partial<CodeFormAnswer>, number] {
  switch (refusal.reason) {
    case "not_allowed":
      return [{ notice: rowSecurityTexts.special }, 403];
    case "older_build_runs":
      return [{ notice: requestTexts.upgrading }, 503];
    case "failed":
      return [{ notice: codeTexts.saveFailed }, 500];
    case "not_all":
      return [{ notice: codeTexts.gone }, 409];
    case "not_hidden":
      return [{ errors: { types: codeTexts.notHidden } }, 422];
    case "duplicate_code":
      return [{ errors: { code: codeTexts.duplicate } }, 409];
  }
}
