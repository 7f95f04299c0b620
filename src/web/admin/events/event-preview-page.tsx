import { Form } from "react-router";
import type { EventValues } from "#ticketing/events/event-form.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { Button } from "#web/ui/button.tsx";
import { sunsetHero } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { OpenedForm } from "../catalogue-form.tsx";
import { Crop } from "../pictures/picture-crops.tsx";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import { Card, FormPage, Section } from "../ui/form-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { previewTexts as texts } from "./event-preview-texts.ts";
import { eventTexts } from "./event-texts.ts";

export type PreviewCheck = { state: "ready" | "look"; what: string; note: string };

export type EventPreviewView = {
  /** The address of the form, to go back to. */
  formTo: string;
  values: EventValues;
  /** Picture and types as their fields. */
  carried: Record<string, string>;
  based: OpenedForm | null;
  club: string;
  when: string;
  artists: string[];
  picture: PlacedPictureView;
  price: string | null;
  isOnSite: boolean;
  checks: PreviewCheck[];
  changes: { label: string; before: string; after: string }[];
};

/** A preview of a night on both sizes of screen, with entered text that is not saved yet. */
export function EventPreviewPage({ view }: { view: EventPreviewView }) {
  return (
    <>
      <PageHead
        title={texts.title(view.values.name)}
        sub={view.isOnSite ? texts.sub : texts.subHidden}
        back={{ to: "/admin/events", label: eventTexts.title }}
      />
      <FormPage side={<PreviewSide view={view} />}>
        <section className="office-card night-preview" aria-label={texts.screen}>
          <figure className="night-preview__phone">
            <NightScreen view={view} ratio="4:5" markId="preview-phone" />
            <figcaption>{texts.phone}</figcaption>
          </figure>
          <figure className="night-preview__wide">
            <NightScreen view={view} ratio="16:9" markId="preview-wide" />
            <figcaption>{texts.wide}</figcaption>
          </figure>
        </section>
      </FormPage>
      <Form method="post" action={view.formTo} className="night-preview__foot">
        <CarriedFields view={view} />
        <div className="save-bar">
          <p className="save-bar__state">
            {view.changes.length > 0
              ? view.changes.map(({ label }) => label.toLocaleLowerCase("ro")).join(", ")
              : null}
          </p>
          <Button look="line" type="submit" name="intent" value="edit">
            {texts.back}
          </Button>
          <Button look="sun" type="submit">
            {view.isOnSite ? texts.save : texts.saveDraft}
          </Button>
        </div>
      </Form>
    </>
  );
}

function NightScreen({
  view,
  ratio,
  markId,
}: {
  view: EventPreviewView;
  ratio: "4:5" | "16:9";
  markId: string;
}) {
  const { picture, position } = view.picture;
  return (
    <div className="night-preview__screen">
      <p className="night-preview__bar">
        <BrandMark id={markId} /> <b>{view.club}</b>
      </p>
      {picture ? (
        <Crop picture={picture} position={position} ratio={ratio} alt={picture.altText} sizes="480px" />
      ) : (
        <img className={`crop crop--${ratio.replace(":", "x")}`} src={sunsetHero.sources[0]?.url} alt="" />
      )}
      <div className="night-preview__words">
        <p className="night-preview__when">{view.when}</p>
        <p className="night-preview__title display">{view.values.title}</p>
        <p>{view.values.location}</p>
        <p className="night-preview__text">{view.values.description}</p>
        {view.artists.length > 0 ? (
          <p className="night-preview__artists">{view.artists.join(" · ")}</p>
        ) : null}
      </div>
      <p className="night-preview__buy">
        <b>{view.price === null ? texts.noPrice : texts.from(view.price)}</b>
        {view.price === null ? null : <span>{texts.choose}</span>}
      </p>
    </div>
  );
}

function PreviewSide({ view: { checks, changes } }: { view: EventPreviewView }) {
  return (
    <Card>
      <Section title={texts.checks}>
        <ul className="preview-checks">
          {checks.map((check) => (
            <li key={check.what} className={`preview-checks__${check.state}`}>
              <Icon name={check.state === "ready" ? "check" : "alert"} />
              <span>
                <span className="visually-hidden">{texts[check.state]}: </span>
                <b>{check.what}</b>
                <small>{check.note}</small>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={texts.changes}>
        {changes.length === 0 ? <p className="muted">{texts.unchanged}</p> : null}
        <dl className="preview-changes">
          {changes.map((change) => (
            <div key={change.label}>
              <dt>{change.label}</dt>
              <dd>
                {change.before ? <del>{change.before}</del> : null} <ins>{change.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
        {changes.length > 0 ? <p className="field__hint">{texts.soon}</p> : null}
      </Section>
    </Card>
  );
}

/** Everything that was typed, so that nothing is lost on the way back. */
function CarriedFields({ view: { values, based, carried: parts } }: { view: EventPreviewView }) {
  const { artists, ...fields } = values;
  const carried = Object.entries({ ...fields, ...parts, ...based });
  return (
    <>
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {artists.map((artist) => (
        <input key={artist} type="hidden" name="artists" value={artist} />
      ))}
    </>
  );
}
