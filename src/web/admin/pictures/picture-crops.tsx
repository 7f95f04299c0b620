import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { pictureTexts } from "./picture-texts.ts";

/** The proportions in which the site shows each kind of picture. */
export const cropsOf = {
  event: ["16:9", "4:5"],
  artist: ["1:1", "4:5"],
  ticket: ["16:9", "4:5"],
  background: ["16:9", "9:16"],
  logo: ["1:1"],
} as const;

export type PictureUse = keyof typeof cropsOf;
export type CropRatio = (typeof cropsOf)[PictureUse][number];

type CropProps = {
  picture: Pick<PictureView, "sources" | "width" | "height">;
  position: ImagePosition;
  ratio: CropRatio;
  alt: string;
  sizes: string;
};

/** The picture as the site will crop it, with the same proportion and position. The browser crops it. */
export function Crop({ picture, position, ratio, alt, sizes }: CropProps) {
  return (
    <img
      className="crop"
      style={{ aspectRatio: ratio.replace(":", "/"), objectPosition: position }}
      src={(picture.sources.find(({ width }) => width >= 480) ?? picture.sources.at(-1))?.url}
      srcSet={picture.sources.map((source) => `${source.url} ${source.width}w`).join(", ")}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
    />
  );
}

export function PictureCrops({
  picture,
  position,
  use,
}: Pick<CropProps, "picture" | "position"> & { use: PictureUse }) {
  return (
    <div className={`picture-crops picture-crops--${use}`}>
      {cropsOf[use].map((ratio) => (
        <figure key={ratio}>
          <Crop
            picture={picture}
            position={position}
            ratio={ratio}
            alt={pictureTexts.crop(ratio)}
            sizes="(min-width: 900px) 480px, 60vw"
          />
          <figcaption>{ratio}</figcaption>
        </figure>
      ))}
    </div>
  );
}
