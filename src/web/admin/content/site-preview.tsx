import { useState } from "react";
import { ClubMark } from "#web/ui/brand-mark.tsx";
import { sunsetHero } from "#web/ui/horizon-pictures.ts";
import { Segments } from "#web/ui/segments.tsx";
import { contentTexts } from "./content-texts.ts";

export type PreviewWords = {
  club: string;
  title: string;
  subtitle: string;
  callToAction: string;
  aboutTitle: string;
  aboutText: string;
};

/** A small preview of the home page, from the typed text. Visitors see the text only after saving. */
export function SitePreview({
  words,
  background,
  logo,
}: {
  words: PreviewWords;
  background: string;
  logo?: string | null;
}) {
  const [size, setSize] = useState("wide");
  return (
    <aside className="office-card site-preview" aria-label={contentTexts.preview}>
      <header>
        <h2>{contentTexts.preview}</h2>
        <Segments
          legend={contentTexts.previewSize}
          name="preview_size"
          initial="wide"
          options={[
            { value: "wide", label: contentTexts.previewWide },
            { value: "narrow", label: contentTexts.previewNarrow },
          ]}
          onChoose={setSize}
        />
      </header>
      <div className={`site-preview__screen site-preview__screen--${size}`}>
        <div className="site-preview__hero">
          <img src={background || sunsetHero.sources[0]?.url} alt="" />
          <p className="site-preview__bar">
            <ClubMark id="preview-mark" logo={logo} /> <b>{words.club}</b>
          </p>
          <div className="site-preview__words">
            <p className="site-preview__title display">{words.title}</p>
            <p>{words.subtitle}</p>
            <span>{words.callToAction}</span>
          </div>
        </div>
        {words.aboutTitle ? (
          <div className="site-preview__about">
            <p className="site-preview__subtitle display">{words.aboutTitle}</p>
            <p>{words.aboutText}</p>
          </div>
        ) : null}
      </div>
      <p className="field__hint">{contentTexts.previewHint}</p>
    </aside>
  );
}
