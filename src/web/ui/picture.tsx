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
  /** The picture in several widths, narrowest first; at least one. */
  sources: { url: string; width: number }[];
  /** Size of the original; only its proportion is used. */
  width: number;
  height: number;
  /** The point that must stay visible when the picture is cropped; null keeps the horizon visible. */
  position: FocalPoint | null;
  /** The alternative text, when somebody wrote one. */
  alt?: string;
};

type PictureProps = {
  picture: PictureView | null;
  /** Another crop for screens of 821 px and wider. */
  wide?: PictureView | null;
  /** Chooses the drawn replacement, for a picture that is missing or does not load. */
  seed: string;
  alt: string;
  /** The displayed width, for the attribute `sizes`. */
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
    // The picture may have failed before this script ran.
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

/** The drawn replacement of a missing picture: a light above the horizon, the sea below. `seed` chooses one of five. */
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
