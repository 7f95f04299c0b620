import { type ImagePosition, imagePositions } from "#ticketing/pictures/picture.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { Crop, cropsOf, type PictureUse } from "./picture-crops.tsx";
import { pictureTexts } from "./picture-texts.ts";

type PositionPickerProps = {
  name: string;
  picture: Pick<PictureView, "sources" | "width" | "height"> | null;
  use: PictureUse;
  /** The position when the page was opened. */
  initial: ImagePosition;
  chosen: ImagePosition;
  onChoose: (position: ImagePosition) => void;
};

/** Nine radio buttons in the places that they stand for, each with its real crop; without a picture a plain grid. */
export function PositionPicker({ name, picture, use, initial, chosen, onChoose }: PositionPickerProps) {
  return (
    <fieldset className="position-picker">
      <legend className="field-label">{pictureTexts.position}</legend>
      <div className={`position-picker__grid position-picker__grid--${use}`}>
        {imagePositions.map((position) => (
          <label key={position}>
            <input
              type="radio"
              name={name}
              value={position}
              defaultChecked={position === initial}
              onChange={() => onChoose(position)}
            />
            <span className="visually-hidden">{pictureTexts.positions[position]}</span>
            {picture
              ? cropsOf[use].map((ratio) => (
                  <Crop key={ratio} picture={picture} position={position} ratio={ratio} alt="" sizes="80px" />
                ))
              : null}
          </label>
        ))}
      </div>
      <p className="field__hint">
        {pictureTexts.positionChosen} <b>{pictureTexts.positions[chosen]}</b>. {pictureTexts.positionHint}
      </p>
    </fieldset>
  );
}
