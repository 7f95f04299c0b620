import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { CatalogueForm } from "../catalogue-form.tsx";
import { RecentHistory } from "../history/recent-history.tsx";
import { ExportLink } from "../ui/export-link.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import { CodeFields } from "./code-fields.tsx";
import type { CodeFormAnswer, CodeFormView, SavedCodeView } from "./code-form-reading.server.ts";
import { codeSentences, flatCode, typedVoucher } from "./code-sentences.ts";
import { codeTexts } from "./code-texts.ts";
import { CopyCodeLink } from "./copy-code-link.tsx";

const onForm = "code-on";

/** A code or a set, new or saved. */
export function CodeFormPage({ view, answer }: { view: CodeFormView; answer: CodeFormAnswer | undefined }) {
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
        check={(data) => codeSentences(typedVoucher(data), saved ? "saved" : "new")}
        labels={codeTexts.labels}
        save={codeTexts.save}
        cancelTo="/admin/codes"
        side={() => <CodeAside saved={saved} />}
        fields={(errors) => <CodeFields view={view} values={values} errors={errors} />}
      >
        {saved ? (
          <SwitchFields
            id={onForm}
            action="/admin/codes"
            fields={{ ids: saved.id, as: saved.isOn ? "off" : "on" }}
          />
        ) : null}
      </CatalogueForm>
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
        <ExportLink
          to={`/admin/code-list.csv?set=${encodeURIComponent(saved.id)}`}
          label={codeTexts.list}
          look="line"
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
