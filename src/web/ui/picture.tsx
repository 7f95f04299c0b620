import { type CSSProperties, useEffect, useRef, useState } from "react";

export type FocalPoint =
  | "top left"
  | "top"
  | "top right"
  | "left"
  | "center"
  | "right"
  | "bottom left"
  | "bottom"
  | "bottom right";

export type PictureView = {
  /** The same picture in several widths, narrowest first; at least one. */
  sources: { url: string; width: number }[];
  /** Of the original: only the proportion matters here. */
  width: number;
  height: number;
  /** What must stay in sight when the picture is cropped; null keeps the horizon in its place. */
  position: FocalPoint | null;
  /** The alternative text, where one was written. */
  alt?: string;
};

type PictureProps = {
  picture: PictureView | null;
  /** Another crop for wide screens, from 821 px on. */
  wide?: PictureView | null;
  /** Chooses the painted replacement, when there is no picture or it does not load. */
  seed: string;
  alt: string;
  /** The displayed width, as the attribute `sizes` wants it. */
  sizes: string;
  priority?: "high" | "lazy";
  className?: string;
};

export function Picture({
  picture,
  wide,
  seed,
  alt,
  sizes,
  priority = "lazy",
  className = "",
}: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    // It may have failed before this script ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (!picture || broken) return <HorizonArt seed={seed} alt={alt} className={className} />;
  const shown = (
    <img
      ref={image}
      className={`art ${className}`.trim()}
      src={picture.sources.at(-1)?.url}
      srcSet={sourceSet(picture)}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={priority === "lazy" ? "lazy" : "eager"}
      fetchPriority={priority === "high" ? "high" : undefined}
      decoding={priority === "high" ? "sync" : "async"}
      style={picture.position ? focus(picture.position) : undefined}
      onError={() => setBroken(true)}
    />
  );
  if (!wide) return shown;
  return (
    <picture>
      <source
        media="(min-width: 821px)"
        srcSet={sourceSet(wide)}
        sizes={sizes}
        width={wide.width}
        height={wide.height}
      />
      {shown}
    </picture>
  );
}

function sourceSet(picture: PictureView): string {
  return picture.sources.map((source) => `${source.url} ${source.width}w`).join(", ");
}

function focus(position: FocalPoint): CSSProperties {
  const across = position.includes("left") ? "0%" : position.includes("right") ? "100%" : "50%";
  const down = position.includes("top") ? "0%" : position.includes("bottom") ? "100%" : "50%";
  return { objectPosition: `${across} ${down}` };
}

const tones = 5;

/** The painted replacement of a missing picture: a light above the line, the sea below. One of five, by its seed. */
function HorizonArt({ seed, alt, className = "" }: { seed: string; alt: string; className?: string }) {
  const classes = `art horizon-art horizon-art--${toneOf(seed)} ${className}`.trim();
  return alt ? (
    <div className={classes} role="img" aria-label={alt} />
  ) : (
    <div className={classes} aria-hidden="true" />
  );
}

function toneOf(seed: string): number {
  let hash = 0;
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (hash % tones) + 1;
}
