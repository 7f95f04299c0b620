import { BrandMark } from "#web/ui/brand-mark.tsx";
import { contentTexts } from "./content-texts.ts";

/** A small preview of every page's foot, from the entered text. */
export function FooterPreview({ words, year }: { words: Partial<Record<string, string>>; year: number }) {
  const social = (["instagram", "facebook", "twitter"] as const).filter((name) => words[name]?.trim());
  return (
    <aside className="office-card site-preview" aria-label={contentTexts.preview}>
      <header>
        <h2>{contentTexts.preview}</h2>
      </header>
      <div className="site-preview__screen site-preview__foot">
        <p className="site-preview__bar">
          <BrandMark id="preview-foot-mark" /> <b>{words.short_name}</b>
        </p>
        <p>{words.description}</p>
        <p>
          {social.map((name) => (
            <u key={name}>{contentTexts.labels[name]}</u>
          ))}
        </p>
        <p>
          {words.address}
          <br />
          {words.phone}
          <br />
          {words.email}
        </p>
        <small>
          {words.trader}
          <br />© {year} {words.copyright}
        </small>
      </div>
      <p className="field__hint">{contentTexts.previewHint}</p>
    </aside>
  );
}
