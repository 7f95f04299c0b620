import { Link } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { type ArtistField, type ArtistValues, readArtistForm } from "#ticketing/events/artist-form.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { type CatalogueAnswer, CatalogueForm } from "../catalogue-form.tsx";
import { sentencesFor } from "../field-texts.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { PictureForm, type PlacedPictureView } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, FieldRow, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { shownField } from "../ui/shown-field.ts";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import { artistTexts } from "./artist-texts.ts";

type SavedArtistView = {
  id: string;
  name: string;
  version: number;
  featured: boolean;
  isPublic: boolean;
  nights: { id: string; name: string; date: string }[];
  history: TimelineStep[];
  picture: PlacedPictureView;
};

export type ArtistFormView = { saved: SavedArtistView | null; values: ArtistValues };

export type ArtistFormAnswer = CatalogueAnswer<ArtistField> & { values: ArtistValues };

export const artistLabels: Record<ArtistField, string> = {
  name: artistTexts.name,
  bio: artistTexts.bio,
  tagline: artistTexts.tagline,
  youtube_link: artistTexts.youtube_link,
};

export function artistSentences(values: ArtistValues): ArtistFormAnswer["errors"] {
  const read = readArtistForm(values);
  return read.ok ? {} : sentencesFor(read.refusal, { name: { reserved: artistTexts.reserved } });
}

const formValues = (form: FormData): ArtistValues => {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    name: text("name"),
    bio: text("bio"),
    tagline: text("tagline"),
    youtube_link: text("youtube_link"),
  };
};

type ArtistFormPageProps = { view: ArtistFormView; answer: ArtistFormAnswer | undefined };

export function ArtistFormPage({ view, answer }: ArtistFormPageProps) {
  const { saved } = view;
  const values = answer?.values ?? view.values;
  return (
    <>
      <ArtistHead saved={saved} />
      <CatalogueForm
        name={saved?.name ?? artistTexts.newTitle}
        saved={saved && { id: saved.id, version: saved.version, values: view.values }}
        answer={answer}
        check={(data) => artistSentences(formValues(data))}
        labels={artistLabels}
        save={artistTexts.save}
        cancelTo="/admin/artists"
        side={() => (saved ? <ArtistSide saved={saved} /> : null)}
        fields={(errors) => (
          <>
            <Section title={artistTexts.about}>
              <FieldRow spans={[6, 6, 12]}>
                <TextInput
                  label={<Required>{artistTexts.name}</Required>}
                  {...shownField("name", values, errors)}
                  required
                />
                <TextInput
                  label={<Optional>{artistTexts.tagline}</Optional>}
                  {...shownField("tagline", values, errors)}
                  hint={artistTexts.taglineHint}
                />
                <TextArea
                  label={<Required>{artistTexts.bio}</Required>}
                  {...shownField("bio", values, errors)}
                  required
                  rows={8}
                />
              </FieldRow>
            </Section>
            <Section title={artistTexts.video}>
              <TextInput
                label={<Optional>{artistTexts.youtube_link}</Optional>}
                {...shownField("youtube_link", values, errors)}
                type="url"
                hint={artistTexts.youtubeHint}
              />
            </Section>
          </>
        )}
      >
        {saved ? (
          <>
            <PictureForm
              address={`/admin/artists/${saved.id}`}
              folder="artists"
              use="artist"
              advice={pictureTexts.advice.artist}
              view={saved.picture}
            />
            <SwitchFields
              id="artist-featured"
              action="/admin/artists"
              fields={{ id: saved.id, as: saved.featured ? "not_featured" : "featured" }}
            />
          </>
        ) : null}
      </CatalogueForm>
    </>
  );
}

function ArtistHead({ saved }: { saved: SavedArtistView | null }) {
  const back = { to: "/admin/artists", label: artistTexts.title };
  if (!saved) return <PageHead title={artistTexts.newTitle} sub={artistTexts.newSub} back={back} />;
  return (
    <PageHead title={saved.name} back={back}>
      {saved.isPublic ? (
        <ActLink to={`/artists/${saved.id}`} icon="eye" label={artistTexts.seeOnSite} />
      ) : null}
      <ActLink to={`/admin/artists/${saved.id}/history`} icon="history" label={artistTexts.history} />
      <Link
        className={buttonClass({ look: "risk" })}
        to={`/admin/artists/${saved.id}/delete`}
        preventScrollReset
      >
        <OfficeIcon name="trash" /> {artistTexts.remove}
      </Link>
    </PageHead>
  );
}

function ArtistSide({ saved }: { saved: SavedArtistView }) {
  return (
    <>
      <Card>
        <div className="office-section">
          <SwitchSetting
            title={artistTexts.featured}
            hint={artistTexts.settingHint}
            form="artist-featured"
            label={artistTexts.switchLabel(saved.name)}
            state={saved.featured ? "on" : "off"}
          />
        </div>
        <Section title={artistTexts.playsAt}>
          {saved.nights.length === 0 ? <p className="muted">{artistTexts.playsNowhere}</p> : null}
          <ul className="night-list">
            {saved.nights.map((night) => (
              <li key={night.id}>
                <Link to={`/admin/events/${night.id}`}>{night.name}</Link>
                <span className="figures">{formatShortDate(night.date)}</span>
              </li>
            ))}
          </ul>
        </Section>
      </Card>
      <RecentHistory steps={saved.history} to={`/admin/artists/${saved.id}/history`} />
    </>
  );
}
